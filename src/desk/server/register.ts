import { emailKey } from '../../database/normalize.ts';
import type { Store } from '../../app/open-store.ts';
import type { Submission } from '../../forms/submission.ts';
import type { RegistrationRow } from './shapes.ts';

/** A registration as the desk holds it in memory: what a row shows, and what it is found by. */
export interface Registration {
  row: RegistrationRow;
  formId: string;
  /** All answers in lower case, a line each, as the store searches them. */
  text: string;
  /** The person and the form: of one pair and state only the newest stands. */
  standing: string;
}

export interface Register {
  /** All that stand, the newest first. Another array whenever something changed. */
  all: () => readonly Registration[];
  nameOf: (submissionId: string) => string;
  /** Brings it up to date with the store. */
  refresh: () => Promise<void>;
}

/** Everything that was sent and stands, read once; afterwards only what is new is read, unless the counts say that more has changed. */
export function createRegister(store: Pick<Store, 'submissions'>): Register {
  let all: readonly Registration[] = [];
  let names = new Map<string, string>();

  const read = async (since?: string) => {
    const found: Registration[] = [];
    for await (const submission of store.submissions.list({ since })) found.push(registrationOf(submission));
    return found;
  };
  const keep = (next: readonly Registration[]) => {
    all = next;
    names = new Map(next.map(({ row }) => [row[0], row[4]]));
  };

  return {
    all: () => all,
    nameOf: (id) => names.get(id) ?? '',
    async refresh() {
      const newest = all[0]?.row[1];
      if (newest !== undefined) keep(merged(all, await read(newest)));
      if (newest === undefined || !agree(all, await store.submissions.countByState())) keep(await read());
    },
  };
}

export function registrationOf({ id, formId, formKind, state, fields, receivedAt }: Submission): Registration {
  const name = `${fields['inf_field_FirstName'] ?? ''} ${fields['inf_field_LastName'] ?? ''}`.trim();
  const email = fields['inf_field_Email'] ?? '';
  return {
    row: [id, receivedAt, formKind, state, name, email, fields['inf_field_Company'] ?? '', fields['inf_custom_SystemSize'] ?? ''],
    formId,
    text: Object.values(fields).join('\n').normalize('NFC').toLowerCase(),
    standing: `${formId} ${state} ${state === 'quarantined' ? id : emailKey(email)}`,
  };
}

function merged(old: readonly Registration[], read: Registration[]): readonly Registration[] {
  const replaced = new Set(read.flatMap(({ row, standing }) => [row[0], standing]));
  return [...read, ...old.filter(({ row, standing }) => !replaced.has(row[0]) && !replaced.has(standing))];
}

function agree(all: readonly Registration[], counts: Awaited<ReturnType<Store['submissions']['countByState']>>): boolean {
  const held = new Map<string, number>();
  for (const { row } of all) held.set(row[3], (held.get(row[3]) ?? 0) + 1);
  return held.size === counts.length && counts.every(({ state, count }) => held.get(state) === count);
}
