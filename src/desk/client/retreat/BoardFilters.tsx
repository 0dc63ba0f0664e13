import type { RetreatBoard } from '../../server/routes/retreat.ts';
import { all, Select } from '../components/Select.tsx';
import { SearchField, TextField } from '../components/TextField.tsx';
import { useFacts } from '../facts.ts';
import css from './Board.module.css';

/** Which founders the board shows, apart from those with a seat or an invitation, and in which order. Empty texts filter nothing. */
export const noFilter = {
  search: '',
  size: '',
  /** The key of a brand. */
  brand: '',
  /** A day: 2026-11-21. */
  since: '',
  order: '',
};

type BoardFilter = typeof noFilter;

/** Whether a filter leaves founders out. */
export const isFiltering = ({ search, size, brand, since }: BoardFilter) => [search, size, brand, since].some((text) => text !== '');

/** Returns the filter as the desk's server reads it, with the first instant of the day on the organizer's own clock. */
export const boardQuery = (retreat: string, { since, ...filter }: BoardFilter) =>
  new URLSearchParams({ retreat, ...filter, since: since && new Date(`${since}T00:00`).toISOString() });

const orders = { '': 'Longest wait', newest: 'Newest', name: 'Name', brand: 'Brand', size: 'System size' };

interface Props {
  brands: RetreatBoard['brands'];
  filter: BoardFilter;
  onChange: (filter: BoardFilter) => void;
}

export function BoardFilters({ brands, filter, onChange }: Props) {
  const { sizes } = useFacts();
  const field = (name: keyof BoardFilter) => ({
    value: filter[name],
    onChange: (value: string) => onChange({ ...filter, [name]: value }),
  });
  return (
    <search className={css.filters}>
      <SearchField label="Find a founder" {...field('search')} placeholder="Name, brand, answer" />
      <Select label="System size" {...field('size')} options={[all, ...sizes.map((size) => [size, size] as const)]} />
      <Select label="Brand" {...field('brand')} options={[all, ...brands.map(({ key, name }) => [key, name] as const)]} />
      <TextField label="Joined since" {...field('since')} type="date" />
      <Select label="Sort by" {...field('order')} options={Object.entries(orders)} />
    </search>
  );
}
