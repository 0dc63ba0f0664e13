import type { RetreatBoard } from '../../server/routes/retreat.ts';
import { allOption, Select } from '../components/Select.tsx';
import { SearchField, TextField } from '../components/TextField.tsx';
import { sizeOptions } from '../words.ts';
import css from './Board.module.css';
import type { BoardFilter } from './use-board.ts';

const orders = { '': 'Longest wait', newest: 'Newest', name: 'Name', brand: 'Brand', size: 'System size' };

interface Props {
  brands: RetreatBoard['brands'];
  filter: BoardFilter;
  onChange: (filter: BoardFilter) => void;
}

export function BoardFilters({ brands, filter, onChange }: Props) {
  const field = (name: keyof BoardFilter) => ({
    value: filter[name],
    onChange: (value: string) => onChange({ ...filter, [name]: value }),
  });
  return (
    <search className={css.filters}>
      <SearchField label="Find a founder" {...field('search')} placeholder="Name, brand, answer" />
      <Select label="System size" {...field('size')} options={[allOption, ...sizeOptions]} />
      <Select label="Brand" {...field('brand')} options={[allOption, ...brands.map(({ key, name }) => [key, name] as const)]} />
      <TextField label="Joined since" {...field('since')} type="date" />
      <Select label="Sort by" {...field('order')} options={Object.entries(orders)} />
    </search>
  );
}
