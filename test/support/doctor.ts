import { dataWith } from './cli-data.ts';
import { organizer } from './organizer.ts';

/** One check of the doctor. */
export interface Found {
  name: string;
  state: string;
  message: string;
}

export async function doctor(settings: Record<string, string>) {
  const { status, stdout } = await organizer(['doctor', '--json'], settings);
  const found = JSON.parse(stdout) as Found[];
  return { status, found, states: Object.fromEntries(found.map(({ name, state }) => [name, state])) };
}

/** A port that refuses connections: 1 is tcpmux, which nothing serves. */
export const closedPort = 'http://127.0.0.1:1';

/** Returns what the doctor says of one of its subjects: state and message. */
export async function doctorLines(name: string, settings: Record<string, string>) {
  using data = await dataWith([]);
  const { status, found } = await doctor({ DATA_DIR: data.folder, SITE_URL: closedPort, ...settings });
  return { status, lines: found.filter((each) => each.name === name).map(({ state, message }) => `${state} ${message}`) };
}
