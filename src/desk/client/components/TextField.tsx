import type { ComponentProps } from 'react';

/** What the browser's own element takes, with the value that is typed in place of an event. */
type FieldProps<Name extends 'input' | 'textarea'> = Omit<ComponentProps<Name>, 'onChange'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** A field for one line, such as a name, an address or a day, below its label. */
export const TextField = ({ label, onChange, ...field }: FieldProps<'input'>) => (
  <label>
    {label}
    <input {...field} onChange={({ target }) => onChange(target.value)} />
  </label>
);

/** A field that is searched for. */
export const SearchField = (props: FieldProps<'input'>) => <TextField type="search" autoComplete="off" spellCheck={false} {...props} />;

/** A field for several lines, below its label. */
export const TextArea = ({ label, onChange, ...field }: FieldProps<'textarea'>) => (
  <label>
    {label}
    <textarea {...field} onChange={({ target }) => onChange(target.value)} />
  </label>
);
