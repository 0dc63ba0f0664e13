import type { FormDefinition } from '../../forms/definition.ts';
import { paths } from '../../paths.ts';
import { Message, Sheet } from '../../site/Sheet.tsx';
import { Linkify } from '../../ui/Linkify.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import { StandaloneLink } from '../../ui/StandaloneLink.tsx';
import type { ReceivedWords } from './received-words.ts';
import css from './Outcome.module.css';

/** The page after a form has been received. */
export function ThankYou({ name, words, isFramed }: { name: string; words: ReceivedWords; isFramed: boolean }) {
  return (
    <Sheet name={name} heading={words.heading} house="lit" isFramed={isFramed}>
      <Message>
        <Received words={words} />
      </Message>
    </Sheet>
  );
}

interface ReceivedProps {
  words: ReceivedWords;
  /** The founder's own link to the video call, where the page is for this founder only. */
  joinHref?: string | undefined;
}

/** The next steps, below the heading of a thank-you page. The link to the video call is the most important one. */
export function Received({ words: { text, calendar, next, also }, joinHref }: ReceivedProps) {
  return (
    <>
      <Paragraphs text={text} />
      {joinHref && (
        <StandaloneLink className="strong" href={joinHref}>
          Your link to the video call
        </StandaloneLink>
      )}
      {calendar.length > 0 && (
        <>
          <h2 className={css.calendar} id="calendar">
            Add it to your calendar
          </h2>
          <ul aria-labelledby="calendar">
            {calendar.map(({ href, text: name }) => (
              <li key={href}>
                <a className="standalone" href={href} target="_top">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <StandaloneLink className={joinHref ? '' : 'strong'} href={next.href} target="_top">
        {next.text}
      </StandaloneLink>
      {also && (
        <StandaloneLink href={also.href} target="_top">
          {also.text}
        </StandaloneLink>
      )}
    </>
  );
}

interface CheckInboxProps {
  name: string;
  kind: FormDefinition['kind'];
  contactEmail: string;
  isFramed: boolean;
}

/**
 * Shown after a form was sent without the proof that the script computes: the submission counts once the link in the email is confirmed.
 * The page is the same whether this post caused an email or an earlier one did: it must not tell a stranger whether an address is known.
 */
export function CheckInbox({ name, kind, contactEmail, isFramed }: CheckInboxProps) {
  return (
    <Sheet name={name} heading="Check your inbox" house="dark" isFramed={isFramed}>
      <Message>
        <p>
          Thank you. There’s just one step left: look for an email from us with a link. Open it, press the button, and{' '}
          {kind === 'waitlist' ? 'you’re on the waitlist' : 'you’re in'}.
        </p>
        <p>
          We send at most one such email a day. If you’ve sent this form before, the link in the email you have works for the new answers
          too. It’s good for seven days.
        </p>
        <p>
          <Linkify address={contactEmail}>
            {`Nothing there after a few minutes? Look in your spam folder, or write to ${contactEmail}.`}
          </Linkify>
        </p>
      </Message>
    </Sheet>
  );
}

interface ClosedProps {
  name: string;
  heading: string;
  text: string;
  contactEmail: string;
  waitlist: { href: string; text: string };
  /** Whether the speaker series has another workshop. */
  hasOthers: boolean;
}

/** Shown in place of a form that is closed: what to do instead. */
export function Closed({ name, heading, text, contactEmail, waitlist, hasOthers }: ClosedProps) {
  return (
    <Sheet name={name} heading={heading} house="dark">
      <Message>
        <p>
          <Linkify address={contactEmail}>{text}</Linkify>
        </p>
        {hasOthers && (
          <StandaloneLink href={paths.speakerSeries} target="_top">
            See the speaker series
          </StandaloneLink>
        )}
        <StandaloneLink className="strong" href={waitlist.href} target="_top">
          {waitlist.text}
        </StandaloneLink>
      </Message>
    </Sheet>
  );
}
