import { useId } from 'react';
import css from './Choice.module.css';

interface Props<Value extends string> {
  label: string;
  value: Value;
  /** The texts of the values, in the order of the buttons. */
  options: Record<Value, string>;
  onChange: (value: Value) => void;
  /** The options are so long that on a phone they stand below one another. */
  isLong?: boolean;
  /** The options do not say by themselves what is chosen. */
  showsLabel?: boolean;
}

/** Radio buttons that look like one strip. */
export function Choice<Value extends string>({ label, value, options, onChange, isLong, showsLabel }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="screen-only">
      <legend className={showsLabel ? undefined : 'visually-hidden'}>{label}</legend>
      <div className={`${css.choice} ${isLong ? css.long : ''}`}>
        {(Object.entries(options) as [Value, string][]).map(([option, text]) => (
          <label key={option}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
