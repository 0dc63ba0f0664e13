/** The first option of a filter: it filters nothing. */
export const allOption = ['', 'All'] as const;

interface Props<Value extends string> {
  label: string;
  value: Value | undefined;
  options: (readonly [value: Value, text: string])[];
  onChange: (value: Value) => void;
}

/** A list to choose one value from, below its label. */
export function Select<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value as Value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
