import { Refusal } from '../intake/refusal.ts';

/** Which button of one of our own pages was pressed: the value of its field, empty where there is none. Throws a Refusal: 400 where there are two. */
export function choiceIn(body: Uint8Array, name: string): string {
  const given = new URLSearchParams(Buffer.from(body).toString()).getAll(name);
  if (given.length > 1) throw new Refusal(400);
  return given[0] ?? '';
}
