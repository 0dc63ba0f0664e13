import { Refusal } from './refusal.ts';

/** Which button of one of our own pages was pressed: the value of its field, empty where there is none. Throws a Refusal: 400 where there are two. */
export function choiceIn(sent: URLSearchParams, name: string): string {
  const given = sent.getAll(name);
  if (given.length > 1) throw new Refusal(400);
  return given[0] ?? '';
}
