import { pluralize } from '../content/format.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import { fullName } from '../forms/person.ts';
import { houseAnswers } from '../retreats/house-facts.ts';
import { createHouseSheet, type Guest } from '../retreats/house-sheet.ts';
import type { Cli } from './cli.ts';
import { visible } from './output.ts';

/** Prints the sheet for the house. */
export async function printHouseSheet(cli: Cli, retreat: RetreatContent, { json }: { json?: true }): Promise<void> {
  const sheet = await cli.withStore((store) => createHouseSheet(store.waitlist, retreat));
  if (json) return cli.json(sheet);
  const missing = sheet.guests.filter(({ house }) => !house).length;
  const count = `${sheet.retreat.label}: ${pluralize(sheet.guests.length, 'founder')}`;
  const head = missing > 0 ? `${count}, ${missing} without details yet` : count;
  cli.say([head, ...sheet.guests.flatMap(guestLines)].join('\n'));
}

function guestLines({ house, ...person }: Guest): string[] {
  const answers = house ? houseAnswers(house) : [];
  return [
    '',
    `${visible(fullName(person))}, ${visible(person.brand)}, ${visible(person.phone)}`,
    ...answers.map(({ label, value }) => `    ${label}: ${visible(value)}`),
    ...(house ? [] : ['    has not sent details for the house yet']),
  ];
}
