import type { LabeledAnswer } from '../../../forms/definition.ts';
import css from './Answers.module.css';

/**
 * Returns the number in a phone answer as a phone dials it; undefined if the answer is more than one number, as with an extension. An answer
 * can have the invisible characters that address books add to a copied number.
 */
function numberToDial(text: string): string | undefined {
  const number = text
    .normalize('NFKC')
    // Dialed only within the country.
    .replace(/(\+.*)\(0\)/u, '$1')
    .replaceAll(/[\s\p{Cf}\p{Pd}.()]/gu, '');
  return /^\+?\d{7,15}$/u.test(number) ? number : undefined;
}

function hrefOf(kind: LabeledAnswer['kind'], text: string): string | undefined {
  if (kind === 'email') return `mailto:${encodeURIComponent(text).replace('%40', '@')}`;
  const number = kind === 'tel' ? numberToDial(text) : undefined;
  return number && `tel:${number}`;
}

/** An answer. An email address and a phone number are links, since an organizer on a phone would have to copy them. */
export function Contact({ kind, value }: Pick<LabeledAnswer, 'kind' | 'value'>) {
  const href = hrefOf(kind, value);
  return <bdi>{href ? <a href={href}>{value}</a> : value}</bdi>;
}

/** Answers with their questions. */
export function Answers({ answers }: { answers: LabeledAnswer[] }) {
  return (
    <dl className={css.answers}>
      {answers.map(({ label, value, kind }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Contact kind={kind} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
