import { useId, type ComponentProps, type RefObject } from 'react';
import { formatNumber, pluralize } from '../../../content/format.ts';

/** The props of the browser's own element, except that `onChange` gets the typed value instead of an event. */
type FieldProps<Name extends 'input' | 'textarea'> = Omit<ComponentProps<Name>, 'onChange' | 'ref'> & {
  ref?: RefObject<HTMLElementTagNameMap[Name] | null>;
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** A field for one line, such as a name, an address or a day, below its label. */
export function TextField({ label, onChange, maxLength, ref, ...field }: FieldProps<'input'>) {
  const { attributes, excess } = useLimit(field.value, maxLength, ref);
  return (
    <>
      <label>
        {label}
        <input {...field} {...attributes} onChange={({ target }) => onChange(target.value)} />
      </label>
      {excess}
    </>
  );
}

/** A field that is searched for. */
export const SearchField = (props: FieldProps<'input'>) => <TextField type="search" autoComplete="off" spellCheck={false} {...props} />;

/** A field for several lines, below its label. */
export function TextArea({ label, onChange, maxLength, ref, ...field }: FieldProps<'textarea'>) {
  const { attributes, excess } = useLimit(field.value, maxLength, ref);
  return (
    <>
      <label>
        {label}
        <textarea {...field} {...attributes} onChange={({ target }) => onChange(target.value)} />
      </label>
      {excess}
    </>
  );
}

/**
 * Limits the length of a field: returns its attributes, and a message if its text is too long. The form around it
 * cannot be sent then. The browser's own limit, `maxlength`, would silently cut off the end of a pasted text.
 */
export function useLimit<Field extends HTMLInputElement | HTMLTextAreaElement>(
  value: string,
  max = Infinity,
  ref?: RefObject<Field | null>,
) {
  const id = useId();
  const excessCount = value.length - max;
  const problem = excessCount > 0 ? `${pluralize(excessCount, 'character')} too many. At most ${formatNumber(max)} fit here.` : '';
  const setField = (field: Field | null) => {
    field?.setCustomValidity(problem);
    if (ref) ref.current = field;
  };
  return {
    attributes: { ref: setField, ...(problem && { 'aria-invalid': true, 'aria-describedby': id }) },
    excess: problem && (
      <p id={id} className="warning" role="status">
        {problem}
      </p>
    ),
  };
}
