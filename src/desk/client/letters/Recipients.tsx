import { formatNumber, pluralize } from '../../../content/format.ts';
import type { LetterPreview } from '../../../letters/service.ts';
import { clockText, momentText } from '../words.ts';
import css from './Letters.module.css';

const events: Partial<Record<string, string>> = { sent: 'sending began', 'taken-back': 'taken back' };

const countText = (count: number) => pluralize(count, 'founder');

/** Ends a sentence about a letter that was sent: nobody has the emails that still wait, or were parked. */
export const undeliveredText = (undelivered: number): string =>
  undelivered > 0 ? `; ${pluralize(undelivered, 'email is', 'emails are')} not delivered, see Deliveries` : '';

const goneText = (count: number) => `${pluralize(count, 'founder is', 'founders are')} no longer in this group, and not listed.`;

/** Who gets the letter, who got it, who is left out, and what happened to the letter. */
export function Recipients({ letter }: { letter: LetterPreview }) {
  const { refusal, counts, to, leftOut, history, sentAt, takeBackUntil, recipients, undelivered } = letter;
  const sent = leftOut.filter(({ reason }) => reason === 'already sent');
  const others = leftOut.filter(({ reason }) => reason !== 'already sent');
  const countEvents = (name: string) => history.filter(({ event }) => event === name).length;
  // Founders who joined the group later are sent the letter in a second round.
  const isFirstRound = countEvents('sent') - countEvents('taken-back') === 1;
  const all = countText(recipients);
  const goneCount = recipients - counts.sent;
  return (
    <>
      {recipients > 0 && (
        <Founders
          heading={
            takeBackUntil && isFirstRound
              ? `Goes out to ${all} at ${clockText(takeBackUntil)}`
              : `Sent to ${all}${undeliveredText(undelivered)}`
          }
          note={refusal === null && goneCount > 0 && goneText(goneCount)}
          founders={sent}
          count={counts.sent}
        />
      )}
      {refusal === null && (!sentAt || counts.to > 0) && (
        <Founders heading={`${countText(counts.to)} would get it now`} founders={to} count={counts.to} />
      )}
      {counts.others > 0 && <Founders heading={`${countText(counts.others)} left out`} founders={others} count={counts.others} />}
      <section className={`stack ${css.part}`}>
        <h2>What happened</h2>
        <ul role="list">
          {history.map(({ event, actorName, at }) => (
            <li key={`${event} ${at}`}>
              {momentText(at)}: {events[event] ?? event}
              {actorName && <> by {actorName}</>}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

interface FoundersProps {
  heading: string;
  note?: string | false;
  /** The first of them, who are shown by name. */
  founders: { name: string; email: string; reason?: string }[];
  count: number;
}

const Founders = ({ heading, note, founders, count }: FoundersProps) => (
  <section className={`stack ${css.part}`}>
    <h2>{heading}</h2>
    {note && <p className="quiet">{note}</p>}
    {founders.length > 0 && (
      <ul role="list" className={css.names}>
        {founders.map(({ name, email, reason }) => (
          <li key={email}>
            <bdi>{name}</bdi>, {reason && reason !== 'already sent' ? reason : <Address email={email} />}
          </li>
        ))}
        {count > founders.length && <li>and {formatNumber(count - founders.length)} more</li>}
      </ul>
    )}
  </section>
);

/** An email address in a line of its own if the rest of the line has no room for it. One that is longer than a line breaks before its @. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span className={css.address}>
      <span>{email.slice(0, at)}</span>
      <span>{email.slice(at)}</span>
    </span>
  );
}
