import { useId } from 'react';
import type { SiteFacts } from '../../server/context.ts';
import type { RetreatBoard } from '../../server/routes/retreat.ts';
import css from './BoardFilters.module.css';

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

/** Returns the filter as the desk's server reads it, with the first instant of the day on the organizer's own clock. */
export const boardQuery = (retreat: string, { since, ...filter }: BoardFilter) =>
  new URLSearchParams({ retreat, ...filter, since: since && new Date(`${since}T00:00`).toISOString() });

const orders = { '': 'Longest wait', newest: 'Newest', name: 'Name', brand: 'Brand', size: 'System size' };

interface Props {
  sizes: SiteFacts['sizes'];
  brands: RetreatBoard['brands'];
  filter: BoardFilter;
  onChange: (filter: BoardFilter) => void;
}

export function BoardFilters({ sizes, brands, filter, onChange }: Props) {
  const id = useId();
  const field = (name: keyof BoardFilter) => ({
    id: id + name,
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...filter, [name]: target.value }),
  });
  return (
    <search className={css.filters}>
      <label htmlFor={`${id}search`}>
        Find a founder
        <input {...field('search')} type="search" autoComplete="off" spellCheck={false} placeholder="Name, brand or answer" />
      </label>
      <label htmlFor={`${id}size`}>
        System size
        <select {...field('size')}>
          <option value="">All</option>
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}brand`}>
        Brand
        <select {...field('brand')}>
          <option value="">All</option>
          {brands.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}since`}>
        Joined since
        <input {...field('since')} type="date" />
      </label>
      <label htmlFor={`${id}order`}>
        Sort by
        <select {...field('order')}>
          {Object.entries(orders).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </search>
  );
}
