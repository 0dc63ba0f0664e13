import { stateLabels } from '../../../submissions/state-labels.ts';
import { allOption, Select } from '../components/Select.tsx';
import { SearchField } from '../components/TextField.tsx';
import { formLabels, formOptions, sizeOptions } from '../words.ts';
import { useFacts } from '../facts.ts';

export const filterNames = ['search', 'form', 'state', 'size'] as const;
type FilterName = (typeof filterNames)[number];

export function Filters({ filter, onChange }: { filter: URLSearchParams; onChange: (filter: URLSearchParams) => void }) {
  const facts = useFacts();
  const field = (name: FilterName) => ({
    value: filter.get(name) ?? '',
    onChange: (value: string) => {
      const next = new URLSearchParams(filter);
      if (value) next.set(name, value);
      else next.delete(name);
      onChange(next);
    },
  });
  return (
    <search>
      <SearchField label="Search all answers" {...field('search')} />
      <Select label="Form" {...field('form')} options={[allOption, ...Object.entries(formLabels), ...formOptions(facts)]} />
      <Select label="System size" {...field('size')} options={[allOption, ...sizeOptions]} />
      <Select label="State" {...field('state')} options={[allOption, ...Object.entries(stateLabels)]} />
    </search>
  );
}
