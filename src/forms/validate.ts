import { controlButLayout, hasControlText, hasInvisible, isVisible } from '../content/visible-text.ts';
import type { Field, FormDefinition, Problems, SelectField, TextField, Values } from './definition.ts';

/**
 * An email address that browsers accept (HTML Standard, 4.10.5.1.5) and to which email can be sent: with a dot in the domain, and with no
 * empty part beside a dot before the @ (Dot-string: RFC 5321, 4.1.2).
 */
const email =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/u;

/** A day and a time as browsers submit them (HTML Standard, 2.3.5.5, without seconds). A day that no month has comes out as another one. */
const isDateAndTime = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/u.test(text) && new Date(`${text}Z`).getTime() > 0 && new Date(`${text}Z`).toISOString().startsWith(text);

const control = /\p{Cc}/u;

/** Returns the length of a text in Unicode code points, with a line break (CR LF on the wire) as one. */
function lengthOf(text: string): number {
  return [...text.replaceAll('\r\n', '\n')].length;
}

function problemWithEmail(text: string): string | undefined {
  if (email.test(text)) return undefined;
  const hint = 'Enter an email address like name@example.com';
  if (/\p{White_Space}/u.test(text)) return `${hint}, without spaces`;
  if (hasInvisible(text)) return `${hint}; this one contains invisible characters, perhaps from pasting, so delete it and type it again`;
  const [foreign] = /.\p{M}+|\P{ASCII}/u.exec(text.normalize('NFC')) ?? [];
  if (foreign) return `${hint}, with only the letters a to z, digits and symbols; “${foreign}” isn’t one of them`;
  if (/^\.|\.[.@]|@\.|\.$/u.test(text)) return `${hint}, without a dot at the beginning or the end, beside the @ or beside another dot`;
  return `${hint}, without spaces`;
}

function problemWithText(field: TextField, text: string): string | undefined {
  if (field.required && !isVisible(text)) return `Enter ${field.nameInMessages}`;
  const length = lengthOf(text);
  if (length > field.max)
    return `Shorten this to ${field.max.toLocaleString('en-US')} characters; it’s ${length.toLocaleString('en-US')} now`;
  if ((field.kind === 'textarea' ? controlButLayout : control).test(text)) return `This ${hasControlText}`;
  if (field.kind === 'email') return problemWithEmail(text);
  if (field.kind === 'datetime-local' && text !== '' && !isDateAndTime(text)) return 'Enter the date and time like this: 2030-05-01T15:00';
  return undefined;
}

function problemWithChoice(field: SelectField, choice: string): string | undefined {
  if (choice === '') return field.required ? `Choose ${field.nameInMessages}` : undefined;
  return field.options.includes(choice) ? undefined : `Choose ${field.nameInMessages} from the list`;
}

/** Returns a message for the visitor that says how to fix an invalid value; undefined if it is valid. Never throws. */
export function problemWith(field: Field, value: string | undefined): string | undefined {
  if (field.kind === 'checkbox') return value === undefined || value === field.value ? undefined : 'Check the box or leave it empty';
  if (field.kind === 'select') return problemWithChoice(field, value ?? '');
  return problemWithText(field, value ?? '');
}

/**
 * Returns a message for each invalid value by wire name, in the order of the form; empty if all are valid. Reads only the form's own
 * fields, and never throws.
 */
export function problemsIn(form: Pick<FormDefinition, 'fields'>, values: Values): Problems {
  const problems: Problems = {};
  for (const field of form.fields) {
    const problem = problemWith(field, values[field.wire]);
    if (problem !== undefined) problems[field.wire] = problem;
  }
  return problems;
}
