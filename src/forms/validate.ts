import type { Field, FormDefinition, Problems, SelectField, TextField, Values } from './definition.ts';

/** What a valid email address is to a browser (HTML Standard, 4.10.5.1.5), with a dot in the domain, since mail must reach it. */
const email =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/u;

/** White space, format characters (zero-width and the like) and the letters that show nothing. */
const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

const control = /\p{Cc}/u;
const controlButLayout = /[^\P{Cc}\t\n\r]/u;

/** How long a text is: in Unicode code points, a line break (CR LF on the wire) as one. */
function lengthOf(text: string): number {
  return [...text.replaceAll('\r\n', '\n')].length;
}

function problemWithText(field: TextField, text: string): string | undefined {
  if (field.required && text.replaceAll(invisible, '') === '') return `Enter ${field.ask}`;
  const length = lengthOf(text);
  if (length > field.max)
    return `Shorten this to ${field.max.toLocaleString('en-US')} characters; it has ${length.toLocaleString('en-US')} now`;
  if ((field.kind === 'textarea' ? controlButLayout : control).test(text))
    return 'There are invisible control characters in this, perhaps from pasting; delete it and type it again';
  if (field.kind === 'email' && !email.test(text)) return 'Enter an email address in the form name@example.com, without spaces';
  return undefined;
}

function problemWithChoice(field: SelectField, choice: string): string | undefined {
  if (choice === '') return field.required ? `Choose ${field.ask}` : undefined;
  return field.options.includes(choice) ? undefined : `Choose ${field.ask} from the list`;
}

/** Returns what is wrong with one answer and how to fix it, in the visitor's words; undefined if it is valid. Never throws. */
export function problemWith(field: Field, value: string | undefined): string | undefined {
  if (field.kind === 'checkbox') return value === undefined || value === field.value ? undefined : 'Tick the box or leave it empty';
  if (field.kind === 'select') return problemWithChoice(field, value ?? '');
  return problemWithText(field, value ?? '');
}

/** Everything that is wrong with a form's answers, by wire name, in the order of the form. Empty when it can be sent. */
export function problemsIn(form: FormDefinition, values: Values): Problems {
  const problems: Problems = {};
  for (const field of form.fields) {
    const problem = problemWith(field, values[field.wire]);
    if (problem !== undefined) problems[field.wire] = problem;
  }
  return problems;
}
