import { formatDay } from '../../../content/format.ts';
import type { PlaceWithOptionNames } from '../../../editing/place.ts';
import type { PageList } from '../../server/routes/preview.ts';
import { useData } from '../api.ts';
import css from './Picture.module.css';
import { valueText } from './places.ts';

const dayInFile = /^\d{4}-\d{2}-\d{2}$/u;

/** Whether a text is a day: a file that was edited by hand can also have 2026-13-01. */
const isDay = (text: string) => dayInFile.test(text) && !Number.isNaN(Date.parse(text));

/** Returns a value as an organizer reads it: a day in words, everything else as text. */
export const readableText = (value: unknown): string => (typeof value === 'string' && isDay(value) ? formatDay(value) : valueText(value));

/** A value of a place: the file of a picture as a small picture, a choice by its name, and a word instead of nothing. */
export function ShownValue({ place: { pointer, optionNames }, value }: { place: PlaceWithOptionNames; value: unknown }) {
  if (pointer.endsWith('/src') && typeof value === 'string') return <Thumbnail src={value} />;
  return optionNames?.[String(value)] ?? (readableText(value) || 'Empty');
}

/** A small picture of a file in the draft; the file's name if it cannot be shown. */
export function Thumbnail({ src }: { src: string }) {
  const { data } = useData<PageList>('/api/pages/list', []);
  return data ? <img className={css.thumbnail} src={data.base + src} alt={src.slice(src.lastIndexOf('/') + 1)} /> : null;
}
