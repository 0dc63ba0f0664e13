import { useEffect, useState } from 'react';
import type { SortColumn } from '../server/shapes.ts';
import type { RoomProps } from './App.tsx';
import { Filters } from './Filters.tsx';
import type { Filter } from './Filters.tsx';
import { useLive } from './live.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import css from './Registrations.module.css';
import { RegistrationTable } from './RegistrationTable.tsx';
import { onAddress } from './route.ts';
import { Empty, Failure, Waiting } from './State.tsx';
import { useRows } from './useRows.ts';
import { pluralize } from '../../content/format.ts';

/** Everyone who sent a form, to be searched, narrowed down, put in order and taken along as a file. */
export function Registrations({ facts }: RoomProps) {
  const { versions } = useLive();
  const [filter, setFilter] = useState<Filter>(fromAddress);
  useEffect(() => onAddress(() => setFilter(fromAddress())), []);
  const [sort, setSort] = useState<{ id: SortColumn; desc: boolean }>({ id: 'received', desc: true });
  const [opened, setOpened] = useState<string>();
  const chosen = new URLSearchParams({ ...filter });
  const query = `${chosen}&sort=${sort.id}&descending=${sort.desc}`;
  const list = useRows(query, versions.submissions);
  const narrowed = Object.values(filter).some((value) => value !== '');
  const { rows, error } = list;
  return (
    <>
      <header className={css.head}>
        <h1>Registrations</h1>
        <a className={css.download} href={`/api/registrations.csv?${chosen}`} download>
          Download as CSV
        </a>
      </header>
      <Filters facts={facts} filter={filter} onChange={setFilter} />
      {error && <Failure>{error}</Failure>}
      <p className={css.count} role="status">
        {rows && `${pluralize(rows.total, 'registration')}${narrowed ? ' found' : ''}`}
      </p>
      {!rows && !error && <Waiting />}
      {rows?.total === 0 && (
        <Empty>{narrowed ? 'Nothing that was sent fits this. Try fewer letters, or another filter.' : 'Nothing has been sent yet.'}</Empty>
      )}
      {rows && rows.total > 0 && (
        <RegistrationTable
          query={rows.query}
          total={rows.total}
          rowAt={list.rowAt}
          look={list.look}
          sort={sort}
          onSort={setSort}
          onOpen={setOpened}
        />
      )}
      {opened && <PersonDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function fromAddress(): Filter {
  const asked = new URLSearchParams(location.search);
  const of = (name: keyof Filter) => asked.get(name) ?? '';
  return { search: of('search'), form: of('form'), state: of('state'), size: of('size') };
}
