import type { ReactNode } from 'react';
import { interpolate } from '../../content/placeholders.ts';
import type { StatusWords } from '../../content/schemas/status.ts';
import { ErrorSummary } from '../../forms/components/ErrorSummary.tsx';
import { FormField } from '../../forms/components/FormField.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import { houseFields, houseRetentionDays } from '../house-facts.ts';
import type { CorrectionsView } from '../views.ts';
import { FormPart } from './FormPart.tsx';
import css from './Status.module.css';

/**
 * One form for all that a founder can change, so that each of its buttons also sends what was typed or checked elsewhere in it. The server
 * validates only the parts that were changed: the browser would stop each button for a required field of any other part.
 */
export const StatusForm = ({ children }: { children: ReactNode }) => (
  <form method="post" acceptCharset="UTF-8" noValidate>
    {children}
  </form>
);

interface CorrectionsProps {
  words: StatusWords;
  view: CorrectionsView;
  /** The text above the fields of the details. */
  children?: ReactNode;
}

/** The parts of the form with what a founder can correct. */
export const Corrections = ({ words, view: { fields, details, shortNotice, shortNoticeUnsaved, house }, children }: CorrectionsProps) => (
  <>
    {house && (
      <FormPart action="house" words={words.house} fields={houseFields} {...house}>
        <Paragraphs text={words.house.text.map((each) => interpolate(each, { houseDays: String(houseRetentionDays) }))} />
      </FormPart>
    )}
    {shortNotice !== undefined && (
      <CheckboxQuestion action="notice" wire="short_notice" words={words.shortNotice} checked={shortNotice} unsaved={shortNoticeUnsaved} />
    )}
    {details && (
      <FormPart action="details" words={words.details} fields={fields} {...details}>
        {children}
      </FormPart>
    )}
  </>
);

interface BoxProps {
  /** The value of the button, by which the server knows it. */
  action: 'alumnae' | 'notice';
  wire: string;
  words: StatusWords['shortNotice'];
  checked: boolean;
  /** A sentence with the reason why it could not be saved. */
  unsaved?: string | undefined;
}

/** A question with a checkbox. An unchecked box posts nothing, so a hidden field says that it was on the page. */
export function CheckboxQuestion({ action, wire, words, checked, unsaved }: BoxProps) {
  const field = { kind: 'checkbox', wire, label: words.label, value: 'yes', required: false } as const;
  return (
    <section className={`screen-only ${css.part}`} aria-labelledby={`${action}-heading`}>
      <h2 id={`${action}-heading`}>{words.heading}</h2>
      <p>{words.text}</p>
      <ErrorSummary fields={[]} problems={{}} notice={unsaved} />
      <div className={css.row}>
        <input type="hidden" name={wire} value="no" />
        <FormField field={field} value={checked ? field.value : undefined} problem={undefined} />
        <button className={css.small} type="submit" name="action" value={action}>
          {words.button}
        </button>
      </div>
    </section>
  );
}
