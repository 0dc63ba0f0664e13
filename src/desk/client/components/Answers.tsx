import type { SubmissionDetail } from '../../server/routes/registrations.ts';
import css from './Answers.module.css';

/** Returns the address that writes to an email address or calls a phone number; undefined for any other text. */
function contactHref(text: string): string | undefined {
  if (/^[^\s@?&%]+@[^\s@?&%]+$/u.test(text)) return `mailto:${text}`;
  return /^\+?[\d\s().-]{7,}$/u.test(text) ? `tel:${text.replaceAll(/[^\d+]/gu, '')}` : undefined;
}

/** A text from a founder. An email address and a phone number are links, since an organizer on a phone would have to copy them. */
export function Contact({ text }: { text: string }) {
  const href = contactHref(text);
  return <bdi>{href ? <a href={href}>{text}</a> : text}</bdi>;
}

/** Answers with their questions. */
export function Answers({ answers }: { answers: SubmissionDetail['answers'] }) {
  return (
    <dl className={css.answers}>
      {answers.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Contact text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
