import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'wouter';
import { pluralize } from '../../../content/format.ts';
import type { SubmissionsPage } from '../../server/routes/registrations.ts';
import { useData } from '../api.ts';
import { CountFound, Empty, Failure, Loading } from '../components/Messages.tsx';
import { requestResponse } from '../request.ts';
import { PersonDialogs } from '../people/PersonDialogs.tsx';
import { Filters, filterNames } from './Filters.tsx';
import css from './Registrations.module.css';
import { RegistrationTable, type Sort } from './RegistrationTable.tsx';

/** Rows are requested in windows of three pages around the first row in view, so that scrolling finds most rows already there. */
const pageSize = 100;
const windowSize = 3 * pageSize;

/** Everyone who sent a form: to search, filter, sort and download. The address holds the filter. */
export function Registrations() {
  const [filter, setFilter] = useSearchParams();
  const [sort, setSort] = useState<Sort>({ id: 'received', isDescending: true });
  const saving = useMutation({ mutationFn: download });
  const filterParams = new URLSearchParams(filterNames.map((name) => [name, filter.get(name) ?? '']));
  const query = `${filterParams}&sort=${sort.id}&descending=${sort.isDescending}`;
  const csvAddress = `/api/registrations.csv?${filterParams}`;
  // A new query starts at the top.
  const [inView, setInView] = useState({ query, page: 0 });
  const offset = inView.query === query ? Math.max(0, inView.page - 1) * pageSize : 0;
  const onView = useCallback(
    (first: number) => {
      const page = Math.floor(first / pageSize);
      setInView((before) => (before.query === query && before.page === page ? before : { query, page }));
    },
    [query],
  );
  const path = `/api/registrations?${query}&offset=${offset}&limit=${windowSize}`;
  const { data, error, isPrevious } = useData<SubmissionsPage>(path, ['submissions']);
  const isFiltered = filterNames.some((name) => filter.get(name));
  const countText = data ? `${pluralize(data.total, 'registration')}${isFiltered ? ' found' : ''}` : '';
  return (
    <PersonDialogs>
      <header className="spread">
        <h1>Registrations</h1>
        <a
          className="standalone"
          href={csvAddress}
          aria-busy={saving.isPending}
          onClick={(event) => {
            event.preventDefault();
            if (!saving.isPending) saving.mutate(csvAddress);
          }}
        >
          Download as CSV
        </a>
      </header>
      <Failure>{saving.error?.message}</Failure>
      <Filters filter={filter} onChange={(next) => setFilter(next, { replace: true })} />
      <Failure>{error}</Failure>
      <CountFound className={`quiet ${css.count}`} isPrevious={isPrevious} text={countText} />
      {!data && !error && <Loading />}
      {data?.total === 0 && (
        <Empty>{isFiltered ? 'No registration matches. Try fewer letters or another filter.' : 'Nothing has been sent yet.'}</Empty>
      )}
      {data && data.total > 0 && (
        <RegistrationTable
          query={query}
          total={data.total}
          rowAt={(index) => data.rows[index - data.offset]}
          onView={onView}
          sort={sort}
          onSort={setSort}
        />
      )}
    </PersonDialogs>
  );
}

/** Lets the browser save a file of the desk. The page requests it, since a link cannot send the page's token. */
async function download(address: string): Promise<void> {
  const response = await requestResponse(address);
  const file = await response.blob().catch((cause: unknown) => {
    throw new Error('The download was cut off, and no file was saved. Check your connection, and try again.', { cause });
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = /filename="([^"]+)"/u.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  link.click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
