import { capitalize } from '../content/format.ts';

/** The place of a value in the content: a file, and a JSON pointer (RFC 6901) in it. */
export interface Place {
  file: string;
  pointer: string;
}

/** A place with two values that an editor compares, such as those before and after a change. */
export interface PlaceWithOptionNames extends Place {
  /** What an organizer calls the values of a choice. */
  optionNames?: Record<string, string>;
}

/** Returns a text that identifies a place, for example `site.yaml#/name`. */
export const placeKey = ({ file, pointer }: Place): string => `${file}#${pointer}`;

/** The names of fields that differ from their keys. A field with an empty name is left out of a label. */
const fieldNames: Record<string, string> = {
  afterwards: 'when it is over',
  alt: 'description',
  at: 'time',
  callToAction: 'button',
  cancelled: 'called off',
  capacity: 'seats',
  capacityText: 'sentence about the seats',
  checkIn: 'check-in',
  checkOut: 'check-out',
  cover: 'picture of the cover',
  dateText: 'date in words',
  earliest: 'first day of the season',
  eyebrow: 'line above the title',
  frameTitle: 'title for screen readers',
  join: 'how to join',
  latest: 'last day of the season',
  lengthText: 'length in words',
  linkText: 'text of the link',
  minutes: 'length in minutes',
  on: 'day',
  portrait: 'picture',
  received: 'thank-you page',
  region: 'state',
  sample: 'still our example',
  src: '',
  timeText: 'time in words',
  updatedText: 'line with the date',
  url: 'address',
  visible: 'shown',
  zone: 'time zone',
  zoneText: 'time zone in words',
};

const spaced = (slug: string): string =>
  slug
    .replace(/\.yaml$/u, '')
    .replaceAll('-', ' ')
    .replace('who its for', 'who it’s for');
const nameOfField = (key: string): string => fieldNames[key] ?? key.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);

/** Returns the name of an item: "host 2" in `hosts`, "biography, paragraph 2" in `biography`. */
const itemName = (list: string, index: number): string =>
  list.endsWith('s') ? `${list.slice(0, -1)} ${index + 1}` : `${list}, paragraph ${index + 1}`;

/** Returns the name of the part of the content in a file. */
const partName = (file: string): string => capitalize(file.startsWith('speaker-series/') ? 'workshop' : spaced(file.split('/').at(-1)!));

/** Returns the section of its page that a place belongs to: a file, or in the one file of a workshop a group of values, such as "Speaker". */
export function sectionOf({ file, pointer }: Place): string {
  const [, group, ...rest] = pointer.split('/');
  return file.startsWith('speaker-series/') && rest.length > 0 ? capitalize(nameOfField(group!)) : partName(file);
}

/** Returns the name of a place within its page: "Hosts: host 2, name" for `retreats/spring-2026/hosts.yaml#/hosts/1/name`. */
export function labelOf({ file, pointer }: Place): string {
  const part = partName(file);
  const fields: string[] = [];
  for (const key of pointer.split('/').slice(1))
    if (/^\d+$/u.test(key)) fields.push(itemName(fields.pop() ?? 'items', Number(key)));
    else if (nameOfField(key)) fields.push(nameOfField(key));
  return fields.length === 0 ? part : `${part}: ${fields.join(', ')}`;
}

/** The names of retreats and workshops, by `ownerOf`. */
export type OwnerNames = Readonly<Record<string, string>>;

/** Returns what a file belongs to: the path of a retreat or workshop, "emails", or an empty text for what pages share. */
export function ownerOf(file: string): string {
  const [folder = '', name = ''] = file.split('/');
  if (folder === 'emails') return folder;
  return name && (folder === 'retreats' || folder === 'speaker-series') ? `${folder}/${name.replace(/\.yaml$/u, '')}` : '';
}

/** Returns the name of what `ownerOf` returns. One that is no longer in the content is named by the end of its address. */
export const ownerName = (owner: string, names: OwnerNames): string =>
  owner === 'emails' ? 'Email' : (names[owner] ?? capitalize(spaced(owner.split('/').at(-1)!)));

/** Returns the name of a place among those of all pages: "Hosts: host 2, name (Spring 2026)". */
export function placeName(place: Place, names: OwnerNames): string {
  const owner = ownerOf(place.file);
  return owner ? `${labelOf(place)} (${ownerName(owner, names)})` : labelOf(place);
}
