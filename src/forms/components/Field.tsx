import type { Field as Definition } from '../definition.ts';
import css from './Field.module.css';

interface Props {
  field: Definition;
  value: string | undefined;
  problem: string | undefined;
}

/** The id of a field's control, which the error summary links to. */
export const controlId = (wire: string) => `field-${wire}`;

/**
 * A label, its control and its message. It sets `aria-invalid` and `aria-describedby`, so that no form can omit them (WCAG 2.2, 3.3.1,
 * 3.3.2, 4.1.2). A line break is submitted as CR LF; React keeps a leading one in a textarea only where it is LF.
 */
export function Field({ field, value, problem }: Props) {
  const id = controlId(field.wire);
  const messageId = `${id}-problem`;
  const common = {
    id,
    name: field.wire,
    required: field.required,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? messageId : undefined,
  };
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
      {field.kind === 'select' ? (
        <select {...common} className={css.control} defaultValue={value ?? ''}>
          <option value="">{field.placeholder}</option>
          {value && !field.options.includes(value) && <option value={value}>{value}</option>}
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : field.kind === 'textarea' ? (
        <textarea {...common} className={css.control} rows={2} maxLength={field.max} defaultValue={value?.replaceAll('\r\n', '\n')} />
      ) : field.kind === 'checkbox' ? (
        <input {...common} className={css.box} type="checkbox" value={field.value} defaultChecked={value === field.value} />
      ) : (
        <input
          {...common}
          className={css.control}
          type={field.kind}
          maxLength={field.max}
          autoComplete={field.autocomplete}
          defaultValue={value}
          {...(field.kind === 'email' && { autoCapitalize: 'none', spellCheck: false })}
        />
      )}
      {field.kind === 'checkbox' && label}
    </div>
  );
}
