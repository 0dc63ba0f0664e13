import type { Register, Registration } from './register.ts';
import type { SortColumn } from './shapes.ts';

/** What the organizer looks for, and in which order. */
export interface Query {
  search: string;
  /** A form's id or its kind; empty for all, as the others. */
  form: string;
  state: string;
  size: string;
  sort: SortColumn;
  descending: boolean;
}

const shown: Record<SortColumn, number> = { received: 1, form: 2, state: 3, name: 4, email: 5, brand: 6, size: 7 };

/** Finds registrations; the order of each column and the last answer are kept until the register changes. */
export function createFinder(register: Pick<Register, 'all'>, sizes: string[]) {
  let known = register.all();
  let orders = new Map<string, readonly Registration[]>();
  let last: { key: string; found: readonly Registration[] } | undefined;

  /** Sizes are in the order of the form, texts in that of the alphabet. */
  const keyOf = (registration: Registration, sort: SortColumn) => {
    const text = registration.row[shown[sort]] as string;
    return sort === 'size' ? String.fromCharCode(1 + sizes.indexOf(text)) : text.toLowerCase();
  };

  const ordered = ({ sort, descending }: Query) => {
    const key = `${sort} ${descending}`;
    const made = orders.get(key) ?? inOrder(known, (one) => keyOf(one, sort), descending);
    orders.set(key, made);
    return made;
  };

  return (query: Query): readonly Registration[] => {
    if (known !== register.all()) {
      known = register.all();
      orders = new Map();
      last = undefined;
    }
    const key = JSON.stringify(query);
    if (last?.key !== key) last = { key, found: ordered(query).filter(matching(query)) };
    return last.found;
  };
}

/** Equal ones keep their order, the newest first. */
function inOrder(all: readonly Registration[], keyOf: (one: Registration) => string, descending: boolean): readonly Registration[] {
  const turn = descending ? -1 : 1;
  return all
    .map((one, at) => ({ one, at, key: keyOf(one) }))
    .toSorted((a, b) => (a.key < b.key ? -turn : a.key > b.key ? turn : a.at - b.at))
    .map(({ one }) => one);
}

function matching({ search, form, state, size }: Query) {
  const sought = search.normalize('NFC').toLowerCase();
  return ({ row, formId, text }: Registration) =>
    (form === '' || row[2] === form || formId === form) &&
    (state === '' || row[3] === state) &&
    (size === '' || row[7] === size) &&
    (sought === '' || text.includes(sought));
}
