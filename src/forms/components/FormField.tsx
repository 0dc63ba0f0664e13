import type { AriaAttributes } from 'react';
import type { Field } from '../definition.ts';
import css from './FormField.module.css';

interface Props {
  field: Field;
  value: string | undefined;
  problem: string | undefined;
}

/** The id of a field's control, which the error summary links to. */
export const controlId = (wire: string) => `field-${wire}`;

/**
 * A label, its control and its message. It sets `aria-invalid` and `aria-describedby`, so that no form can omit them (WCAG 2.2, 3.3.1,
 * 3.3.2, 4.1.2). A line break is submitted as CR LF; React keeps a leading one in a textarea only where it is LF.
 */
export function FormField({ field, value, problem }: Props) {
  const id = controlId(field.wire);
  const messageId = `${id}-problem`;
  const label = (
    <label className={css.label} htmlFor={id}>
      {field.label}
      {field.required && ' *'}
    </label>
  );
  return (
    <div className={[css.field, css[field.kind]].filter(Boolean).join(' ')}>
      {field.kind !== 'checkbox' && label}
      {problem && (
        <p className={css.problem} id={messageId}>
          <span className="visually-hidden">Error: </span>
          {problem}
        </p>
      )}
      {control(field, value, {
        id,
        name: field.wire,
        required: field.required,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': problem ? messageId : undefined,
      })}
      {field.kind === 'checkbox' && label}
    </div>
  );
}

interface ControlAttributes extends Pick<AriaAttributes, 'aria-invalid' | 'aria-describedby'> {
  id: string;
  name: string;
  required: boolean;
}

function control(field: Field, value: string | undefined, attributes: ControlAttributes) {
  switch (field.kind) {
    case 'select':
      return (
        <select {...attributes} className={css.control} defaultValue={value ?? ''}>
          <option value="">{field.placeholder}</option>
          {value && !field.options.includes(value) && <option value={value}>{value}</option>}
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    case 'textarea':
      return (
        <textarea {...attributes} className={css.control} rows={2} maxLength={field.max} defaultValue={value?.replaceAll('\r\n', '\n')} />
      );
    case 'checkbox':
      return <input {...attributes} className={css.box} type="checkbox" value={field.value} defaultChecked={value === field.value} />;
    default:
      return (
        <input
          {...attributes}
          className={css.control}
          type={field.kind}
          maxLength={field.max}
          autoComplete={field.autocomplete}
          defaultValue={value}
          {...(field.kind === 'email' && { autoCapitalize: 'none', spellCheck: false })}
        />
      );
  }
}
