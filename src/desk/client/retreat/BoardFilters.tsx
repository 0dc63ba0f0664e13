import type { ChangeEvent } from 'react';
import type { RetreatBoard } from '../../server/routes/retreat.ts';
import { all, Select } from '../components/Select.tsx';
import { useFacts } from '../facts.ts';

/** Which founders the board shows, apart from those with a seat or an invitation, and in which order. Empty texts filter nothing. */
interface BoardFilter {
  search: string;
  size: string;
  /** The key of a brand. */
  brand: string;
  /** A day: 2026-11-21. */
  since: string;
  order: string;
}

export const noFilter: BoardFilter = { search: '', size: '', brand: '', since: '', order: '' };

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
  const input = (name: keyof BoardFilter) => ({
    value: filter[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ ...filter, [name]: target.value }),
  });
  return (
    <search>
      <label>
        Find a founder
        <input {...input('search')} type="search" autoComplete="off" spellCheck={false} placeholder="Name, brand, answer" />
      </label>
      <Select label="System size" {...field('size')} options={[all, ...sizes.map((size) => [size, size] as const)]} />
      <Select label="Brand" {...field('brand')} options={[all, ...brands.map(({ key, name }) => [key, name] as const)]} />
      <label>
        Joined since
        <input {...input('since')} type="date" />
      </label>
      <Select label="Sort by" {...field('order')} options={Object.entries(orders)} />
    </search>
  );
}
