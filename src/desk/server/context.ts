import { z } from 'zod';
import type { Content } from '../../content/content.ts';
import { retreatName } from '../../content/format.ts';
import { featuredRetreat } from '../../content/retreat-schedule.ts';
import { phaseOfWorkshop } from '../../content/workshop-schedule.ts';
import type { ChangeToken } from '../../database/change-token.ts';
import type { Role } from '../../database/organizer-tables.ts';
import type { OrganizerActor } from '../../database/schema.ts';
import type { Editing } from '../../editing/editing.ts';
import { ownedForms, whenOf, type OwnedForm } from '../../forms/catalog.ts';
import type { FunnelRepository } from '../../funnel/repository.ts';
import type { LetterService } from '../../letters/service.ts';
import type { Organizers } from '../../organizers/repository.ts';
import type { OutboxRepository } from '../../outbox/repository.ts';
import type { InvitationService } from '../../retreats/invitation-service.ts';
import type { erasePerson } from '../../people/erase-person.ts';
import type { People } from '../../people/repository.ts';
import type { Waitlist } from '../../retreats/repository.ts';
import type { PlanDeliveries } from '../../submissions/plan-deliveries.ts';
import type { Submissions } from '../../submissions/repository.ts';
import type { Workshops } from '../../workshops/repository.ts';
import { createLive } from './live.ts';

/** What the desk needs of the product. */
export interface DeskOptions {
  submissions: Submissions;
  waitlist: Waitlist;
  workshops: Workshops;
  people: Pick<People, 'findLastKnownTime'>;
  organizers: Pick<Organizers, 'listLiveSessions'>;
  outbox: OutboxRepository;
  funnel: FunnelRepository;
  database: { readChangeToken: () => Promise<ChangeToken> };
  /** Returns the content that the site shows; it changes with each publish. */
  content: () => Content;
  invitations: InvitationService;
  letters: LetterService;
  /** Returns the deliveries of a submission in its state. */
  planDeliveries: PlanDeliveries;
  /** Returns the hash of the token in the link that confirms a held submission. */
  confirmationHash: (submissionId: string) => string;
  /** Erases a person everywhere. `notPurged` says what the database could not overwrite, and what to do. */
  erase: (email: string) => ReturnType<typeof erasePerson>;
  /** The IANA time zone of the days that the desk counts, and of the times in its CSV. */
  timeZone: string;
  now: () => Date;
  /** Where the site keeps its data. */
  dataDir: string;
  /** The public origin of the site. */
  siteUrl: string;
  /** Whether a mail server is set. Without one, each email is written to a file and reaches nobody. */
  sendsMail: boolean;
  editing: Editing;
}

/** Who makes a request: an organizer who signed in, or undefined on loopback, where the desk knows no names. */
export interface SignedIn {
  id: string;
  name: string;
  role: Role;
  sessionId: string;
}

/** Returns who the history says made a change. On loopback the desk knows no names. */
export const actorOf = (organizer: SignedIn | undefined): OrganizerActor => (organizer ? { organizer: organizer.name } : 'organizer');

/** A parameter of an address that may be left out or empty, such as a filter that filters nothing. */
export const optionalText = z
  .string()
  .transform((text) => text || undefined)
  .optional();

/** A route whose address ends or goes on after an id. */
export interface ById {
  Params: { id: string };
}

declare module 'fastify' {
  interface FastifyRequest {
    organizer: SignedIn | undefined;
  }
}

/** What the routes share. */
export type DeskContext = ReturnType<typeof createContext>;

export type SiteFacts = ReturnType<DeskContext['facts']> & { signedIn?: SignedIn };

export const createContext = (options: DeskOptions) => ({
  ...options,
  /** Computed for each request: which retreat is featured depends on the day. */
  facts: () => ({ ...factsOf(options.content(), options.now()), siteUrl: options.siteUrl, sendsMail: options.sendsMail }),
  live: createLive(options),
});

/** Returns what the content says, and what follows from the day. */
function factsOf(content: Content, now: Date) {
  return {
    siteName: content.site.name,
    /** The slug of the retreat on the front page. */
    featuredRetreat: featuredRetreat(content.retreats, now).slug,
    retreats: content.retreats.map(({ slug, facts }) => ({
      slug,
      name: facts.name,
      season: facts.season,
      label: retreatName(facts),
      capacity: facts.capacity,
    })),
    forms: formChoices(ownedForms(content)),
    workshops: content.workshops.map((workshop) => ({
      slug: workshop.slug,
      title: workshop.title,
      on: workshop.on,
      isAhead: !workshop.cancelled && phaseOfWorkshop(workshop, now) === 'upcoming',
      isOver: !workshop.cancelled && phaseOfWorkshop(workshop, now) === 'over',
    })),
  };
}

/** Returns the forms to choose one of. A form that was copied has the name of the other one until somebody changes it. */
function formChoices(forms: OwnedForm[]) {
  const byName = Map.groupBy(forms, ({ form }) => form.name);
  return forms.map((owned) => {
    const { id, name } = owned.form;
    return { id, name: byName.get(name)!.length > 1 ? `${name} (${whenOf(owned)})` : name };
  });
}
