import { paths, waitlistAnchor } from '../../paths.ts';
import { Section } from '../../ui/Section.tsx';
import mark from '../../site/art/mark.svg?raw';
import type { PhaseWords } from '../phases.ts';
import css from './Waitlist.module.css';

interface Props {
  words: PhaseWords['waitlist'];
  formId: string;
  /** The retreat's facts, each in a few words. */
  facts: string[];
  /** The form provider's host; empty if this site hosts the form. */
  host: string;
  /** This page's own address, which is printed instead of the form. */
  address: string;
}

/** The target of every call to action: the form, in its frame. */
export function Waitlist({ words, formId, facts, host, address }: Props) {
  const form = paths.form(formId);
  return (
    <Section id={waitlistAnchor} heading={words.heading} lead={words.text} tone="closing" isSplit isTarget>
      <div className={`screen-only ${css.facts}`}>
        <ul role="list">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <div className={css.mark} aria-hidden="true" dangerouslySetInnerHTML={{ __html: mark.replace(/<title>[^<]*<\/title>/u, '') }} />
      </div>
      <iframe
        className={`screen-only ${css.frame} ${host ? '' : css.own}`}
        src={host ? `https://${host}${form}` : form}
        title={words.frameTitle}
        height={800}
        loading="lazy"
      />
      <p className="print-only strong">{address}</p>
    </Section>
  );
}
