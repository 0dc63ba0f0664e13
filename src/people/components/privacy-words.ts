import { formatNumber } from '../../content/format.ts';
import { interpolate } from '../../content/placeholders.ts';
import type { PageWords, privacyPlaceholders } from '../../content/schemas/site.ts';

/** How data is processed, as configured. Hosts are names without a scheme. */
export interface PrivacyFacts {
  retentionDays: number;
  /** The data of a founder who had a seat and asked to be kept among the alumnae is kept for this many days after the retreat. */
  alumnaeRetentionDays: number;
  /** House facts are erased this many days after the retreat. */
  houseDays: number;
  /** An unconfirmed form is erased after this many days. */
  heldDays: number;
  postsPerMinute: number;
  /** The host that forms are posted to, if it is not this site. */
  formsHost: string | undefined;
  /** The marketing-automation provider that forms are passed on to. */
  providers: string[];
  receiver: string | undefined;
  mailServer: string | undefined;
}

/** Returns the text of the privacy page with its placeholders replaced. */
export function privacyWords(privacy: PageWords['privacy'], facts: PrivacyFacts): PageWords['privacy'] {
  const placeholders = placeholdersFor(facts);
  const fillIn = (text: string) => interpolate(text, placeholders).trim();
  const sections = privacy.sections.map(({ heading, text }) => ({ heading, text: text.map(fillIn).filter(Boolean) }));
  return { ...privacy, sections };
}

function placeholdersFor(facts: PrivacyFacts): Record<(typeof privacyPlaceholders)[number], string> {
  const { formsHost, providers, receiver, mailServer } = facts;
  const isPassedOn = formsHost !== undefined || providers.length > 0 || receiver !== undefined;
  return {
    days: formatNumber(facts.retentionDays),
    alumnaeDays: formatNumber(facts.alumnaeRetentionDays),
    houseDays: String(facts.houseDays),
    heldDays: String(facts.heldDays),
    limit: formatNumber(facts.postsPerMinute),
    forwarded: forwardedText(facts),
    mail: mailServer
      ? `Our messages to you go out through a mail server that works on our behalf: ${mailServer}.`
      : 'No mail server is connected to this site: what it writes to you stays with it until the organizers send it.',
    atProvider: isPassedOn ? 'Tell us if you would like us to have it erased where it was passed on to as well, and we will.' : '',
    elsewhere: formsHost
      ? `Its pages load nothing from other companies but the forms, which are those of our marketing-automation provider (${formsHost}). The fonts and the pictures all come from this site.`
      : 'Its pages load nothing from other companies. The fonts, the pictures and the check that keeps robots out of the forms all come from this site.',
  };
}

const listText = (names: string[]) => new Intl.ListFormat('en-US').format(names);

function forwardedText({ formsHost, providers, receiver }: PrivacyFacts): string {
  const task = 'which keeps our contact list on our behalf';
  if (formsHost) return `Your form goes straight to our marketing-automation provider (${formsHost}), ${task}.`;
  const destinations = [
    ...(providers.length > 0 ? [`our marketing-automation provider (${listText(providers)}), ${task}`] : []),
    ...(receiver ? [`a system of ours at ${receiver}`] : []),
  ];
  return destinations.length > 0
    ? `Your form is stored by this site first. It is then passed on to ${destinations.join(', and to ')}.`
    : 'Your form is stored by this site. It is passed on to no other company.';
}
