import { useSyncExternalStore } from 'react';
import type { RetreatBoard } from '../../server/routes/retreat.ts';
import { allOption, Select } from '../components/Select.tsx';
import { SearchField, TextField } from '../components/TextField.tsx';
import { sizeOptions } from '../words.ts';
import css from './Board.module.css';
import type { BoardFilter } from './use-board.ts';

const orders = { '': 'Longest wait', newest: 'Newest', name: 'Name', brand: 'Brand', size: 'System size' };

const narrow = matchMedia('(width < 48rem)');

const subscribeToWidth = (onChange: () => void) => {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
};

interface Props {
  brands: RetreatBoard['brands'];
  filter: BoardFilter;
  onChange: (filter: BoardFilter) => void;
}

/** The search, the filters and the order of a board. On a phone only the search is unfolded, so that the first founder is on the screen. */
export function BoardFilters({ brands, filter, onChange }: Props) {
  const field = (name: keyof BoardFilter) => ({
    value: filter[name],
    onChange: (value: string) => onChange({ ...filter, [name]: value }),
  });
  const isNarrow = useSyncExternalStore(subscribeToWidth, () => narrow.matches);
  const chosenCount = [filter.size, filter.brand, filter.since, filter.order].filter(Boolean).length;
  const fields = (
    <>
      <Select label="System size" {...field('size')} options={[allOption, ...sizeOptions]} />
      <Select label="Brand" {...field('brand')} options={[allOption, ...brands.map(({ key, name }) => [key, name] as const)]} />
      <TextField label="Joined since" {...field('since')} type="date" />
      <Select label="Sort by" {...field('order')} options={Object.entries(orders)} />
    </>
  );
  return (
    <search className={css.filters}>
      <SearchField label="Find a founder" {...field('search')} placeholder="Name, brand, answer" />
      {isNarrow ? (
        <details>
          <summary>Filter and sort{chosenCount > 0 && ` (${chosenCount} chosen)`}</summary>
          <div className={css.folded}>{fields}</div>
        </details>
      ) : (
        fields
      )}
    </search>
  );
}
