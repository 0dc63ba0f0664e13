import type { NamedPlace } from '../../../editing/edits.ts';
import type { PageList } from '../../server/routes/preview.ts';
import { useData } from '../api.ts';
import css from './Picture.module.css';
import { textOf } from './places.ts';

/** A value of a place: the file of a picture as a small picture, and a choice by its name. */
export const ShownValue = ({ place: { pointer, optionNames }, value }: { place: NamedPlace; value: unknown }) =>
  pointer.endsWith('/src') && typeof value === 'string' ? <Thumbnail src={value} /> : (optionNames?.[String(value)] ?? textOf(value));

/** A small picture of a file in the draft; the file's name if it cannot be shown. */
export function Thumbnail({ src }: { src: string }) {
  const { data } = useData<PageList>('/api/pages/list', []);
  return data ? <img className={css.thumbnail} src={data.base + src} alt={src.split('/').at(-1)!} /> : null;
}
