import { basename } from 'node:path';
import type { Content } from '../content/content.ts';
import { retreatZone } from '../content/format.ts';
import { lastDayOfRetreat } from '../content/retreat-schedule.ts';
import { dayAt, daysBetween } from '../content/zoned-time.ts';

/**
 * Returns the slugs of the retreats whose data is kept at an instant, if it is kept for a number of days after the last day: retreats to come
 * and undated ones, whose days are not known, are among them.
 */
export function retreatsKeptFor(days: number, { retreats, undated }: Pick<Content, 'retreats' | 'undated'>, now: Date): string[] {
  const today = dayAt(now, retreatZone);
  return [
    ...retreats.filter((retreat) => daysBetween(lastDayOfRetreat(retreat), today) <= days).map(({ slug }) => slug),
    ...undated.map(({ path }) => basename(path)),
  ];
}
