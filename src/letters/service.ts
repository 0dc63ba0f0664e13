import type { Content } from '../content/content.ts';
import { addressIdOf } from '../database/address-id.ts';
import type { OrganizerActor } from '../database/schema.ts';
import { Refused } from '../refused.ts';
import { audienceText, type Audience } from './audience.ts';
import { templateOf } from './template.ts';
import { noPostalAddress, takeBackWindowMs, type LetterDraft } from './letter.ts';
import type { Letters } from './repository.ts';
import { assertSelectable, selectionOf } from './selection.ts';
import { unknownLetter, type Letter, type SeenLetter } from './stored-letter.ts';

interface Options {
  letters: Letters;
  /** Returns the content that the site shows; it changes with each publish. */
  content: () => Content;
  siteUrl: string;
  secret: string;
  organizerEmail: string | undefined;
}

export type LetterService = ReturnType<typeof createLetterService>;

/** A letter with the founders who get it and those who do not. */
export type LetterPreview = Awaited<ReturnType<LetterService['preview']>>;

/** Writes and sends letters on behalf of the organizer; the command and the desk share it. Its methods throw Refused. */
export function createLetterService({ letters, content, siteUrl, secret, organizerEmail }: Options) {
  const addressId = (email: string) => addressIdOf(secret, email);
  const selection = (audience: Audience, now: Date) => selectionOf(audience, content(), now);

  /** Returns a letter with the words that content/emails has for its audience. */
  function draftFor(audience: Audience, now: Date): LetterDraft {
    assertSelectable(audience, content(), now);
    const { subject, text } = templateOf(audience, '{firstName}', { content: content(), siteUrl, secret });
    return { subject, text, link: null, audience };
  }

  async function readRecipients({ id, audience }: Letter, now: Date, limit: number | undefined) {
    try {
      const template = templateOf(audience, '{firstName}', { content: content(), siteUrl, secret });
      return {
        /** Why it cannot be sent now, such as a cancelled workshop. It can still be read, taken back, given another group or deleted. */
        refusal: null,
        ...(await letters.readRecipients(id, selection(audience, now), addressId, limit)),
        /** What the email has below the text while its workshop has a question: a paragraph, and the text of the button. */
        question: template.button ? { text: template.withButton, button: template.button.text } : null,
      };
    } catch (error) {
      if (error instanceof Refused)
        return { refusal: error.message, counts: { to: 0, sent: 0, others: 0 }, to: [], leftOut: [], question: null };
      throw error;
    }
  }

  return {
    /** Stores a new letter with the words that content/emails has for its audience. Returns its id. */
    async begin(audience: Audience, by: OrganizerActor, now: Date): Promise<string> {
      return letters.write(draftFor(audience, now), by, now);
    },

    /**
     * Creates the two letters after a workshop: to the founders who came, and to those who missed it. Returns their ids; letters that exist
     * already are kept, so that no founder gets two.
     */
    async beginAfterWorkshop(workshop: string, by: OrganizerActor, now: Date): Promise<string[]> {
      const to = (attendance: 'came' | 'missed') => draftFor({ of: 'workshop', workshop, attendance }, now);
      return letters.ensure(`letters after ${workshop}`, [to('came'), to('missed')], by, now);
    },

    /** Stores a new letter; returns its id. */
    async write(draft: LetterDraft, by: OrganizerActor, now: Date): Promise<string> {
      assertSelectable(draft.audience, content(), now);
      return letters.write(draft, by, now);
    },

    /** Stores another text or audience of a letter; returns the letter as it is now. */
    async revise(seen: SeenLetter, draft: LetterDraft, by: OrganizerActor, now: Date): Promise<Letter> {
      assertSelectable(draft.audience, content(), now);
      return letters.revise(seen, draft, by, now);
    },

    /** Returns whether the letters after a workshop have any recipients. There are none if every founder registered only after its end. */
    async hasFoundersToWrite(workshop: string, now: Date): Promise<boolean> {
      for (const attendance of ['came', 'missed'] as const)
        if ((await letters.countSelected(selection({ of: 'workshop', workshop, attendance }, now))) > 0) return true;
      return false;
    },

    async list(now: Date) {
      return (await letters.list()).map((letter) =>
        Object.assign(letter, { sentence: audienceText(letter.audience, content()), takeBackUntil: takeBackUntil(letter, now) }),
      );
    },

    /** Returns a letter with the names of the founders who would get it now, and why others would not; at most `limit` names of each. */
    async preview(id: string, now: Date, limit?: number) {
      const letter = await letters.find(id);
      if (!letter) throw unknownLetter();
      return {
        ...letter,
        ...(await readRecipients(letter, now, limit)),
        sentence: audienceText(letter.audience, content()),
        /** Whether it can be sent only once the content has a postal address. */
        lacksPostalAddress: !content().site.postalAddress,
        /** Until when it can be taken back; null if it cannot. */
        takeBackUntil: takeBackUntil(letter, now),
        ...(await letters.countSent(id)),
        history: await letters.listHistory(id),
      };
    },

    /** Emails a letter to the organizer. Returns the organizer's address. */
    async test(seen: SeenLetter, by: OrganizerActor, now: Date): Promise<string> {
      if (!organizerEmail) throw new Refused('Set ORGANIZER_EMAIL, the address that gets the test, and restart the site.');
      await letters.test(seen, by, now);
      return organizerEmail;
    },

    /**
     * Sends a letter, which is emailed after `takeBackWindowMs`. Returns the number of founders who get it, and until when it can be taken
     * back.
     */
    async send(seen: SeenLetter, by: OrganizerActor, now: Date): Promise<{ count: number; takeBackUntil: string }> {
      if (!content().site.postalAddress) throw new Refused(`${noPostalAddress}.`);
      const count = await letters.send(seen, (audience) => selection(audience, now), { addressIdOf: addressId, by, now });
      return { count, takeBackUntil: new Date(now.getTime() + takeBackWindowMs).toISOString() };
    },

    findSentAfterWorkshop: letters.findSentAfterWorkshop,
    takeBack: letters.takeBack,
    delete: letters.delete,
  };
}

function takeBackUntil({ sentAt }: Letter, now: Date): string | null {
  const until = sentAt === null ? 0 : Date.parse(sentAt) + takeBackWindowMs;
  return now.getTime() < until ? new Date(until).toISOString() : null;
}
