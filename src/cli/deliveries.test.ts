import { expect, it } from 'vitest';
import { dataWith, fillOutbox } from '../../test/support/cli-data.ts';

interface Listed {
  id: string;
  lastError: string;
}

const list = ['deliveries', 'list'];

it('lists the newest first, as many as are wanted, and an empty array where there is none', async () => {
  using data = await dataWith([]);
  expect(data.organizer([...list, '--json'])).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
  expect(data.organizer(list).stdout).toBe('There is nothing to send on\n');
  fillOutbox(data.file, 3, 'it was away');
  const listed = (...more: string[]) => JSON.parse(data.organizer([...list, '--json', ...more]).stdout) as Listed[];
  expect(listed()).toEqual(
    [3, 2, 1].map((number) => ({
      id: `delivery-${number}`,
      submissionId: null,
      channel: 'webhook',
      kind: 'submission.accepted',
      state: 'parked',
      attempts: 9,
      nextAttemptAt: `2026-11-02T00:00:0${number}.000Z`,
      lastError: 'it was away',
    })),
  );
  expect(listed('--limit', '1')).toMatchObject([{ id: 'delivery-3' }]);
  expect(listed('--state', 'due')).toEqual([]);
  const [, first] = data.organizer(list).stdout.split('\n');
  expect(first).toMatch(/^delivery-3 +submission.accepted +webhook +parked +9 +it was away$/u);
});

it('says how many are tried again', async () => {
  using data = await dataWith([]);
  fillOutbox(data.file, 3, 'it was away');
  expect(data.organizer(['deliveries', 'retry', 'delivery-2']).stdout).toBe('1 delivery to be tried again\n');
  expect(data.organizer(['deliveries', 'retry', '--all']).stdout).toBe('2 deliveries to be tried again\n');
});

it.each([
  ['the table', []],
  ['the array', ['--json']],
])('%s of very many needs little memory', async (_, more) => {
  using data = await dataWith([]);
  // More than the heap of the command has room for.
  fillOutbox(data.file, 10_000, 'x'.repeat(12_000));
  const { status, stderr, stdout } = data.organizer([...list, ...more]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.match(/delivery-\d+/gu)).toHaveLength(10_000);
});
