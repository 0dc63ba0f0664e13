import { useId } from 'react';
import type { HouseFacts } from '../server/shapes.ts';
import css from './Filters.module.css';
import { formWords, stateWords } from './words.ts';

export interface Filter {
  search: string;
  form: string;
  state: string;
  size: string;
}

interface Props {
  facts: HouseFacts;
  filter: Filter;
  onChange: (filter: Filter) => void;
}

export function Filters({ facts: { forms, sizes }, filter, onChange }: Props) {
  const id = useId();
  const set = (name: keyof Filter) => (value: string) => onChange({ ...filter, [name]: value });
  return (
    <search className={css.filters}>
      <div className={css.wide}>
        <label htmlFor={id}>Search in every answer</label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={filter.search}
          onChange={({ target }) => set('search')(target.value)}
        />
      </div>
      <Select
        label="Form"
        value={filter.form}
        onChange={set('form')}
        options={[...Object.entries(formWords), ...forms.map(({ id: form, name }): [string, string] => [form, name])]}
      />
      <Select label="System size" value={filter.size} onChange={set('size')} options={sizes.map((size) => [size, size])} />
      <Select label="State" value={filter.state} onChange={set('state')} options={Object.entries(stateWords)} />
    </search>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: [value: string, text: string][];
  onChange: (value: string) => void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">All</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
