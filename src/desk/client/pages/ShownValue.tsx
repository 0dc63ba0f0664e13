import type { NamedPlace } from '../../../editing/edits.ts';
import { textOf } from './places.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** A value of a place: the file of a picture as a small picture, and a choice by its name. */
export const ShownValue = ({ place: { pointer, optionNames }, value }: { place: NamedPlace; value: unknown }) =>
  pointer.endsWith('/src') && typeof value === 'string' ? <Thumbnail src={value} /> : (optionNames?.[String(value)] ?? textOf(value));
