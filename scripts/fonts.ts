/**
 * `npm run fonts`: makes the site's fonts from the Fontsource packages. The results are committed, since they change only
 * with the typefaces. Each family has two files: the characters that every English page needs, preloaded, and the rest
 * of Latin-1, which a browser fetches only for a page with such a character (CSS Fonts 4, unicode-range).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const packages = new URL('../node_modules/@fontsource-variable/', import.meta.url);
const out = new URL('../src/site/fonts/', import.meta.url);

/** Basic Latin and English punctuation. Must match the unicode-range in fonts.css. */
const base = range(0x20, 0x7e) + '\u00a0©·×–—‘’“”•…\u202f→←';
const rest = range(0xa1, 0xff).replaceAll(/[©·×]/gu, '') + 'ŁłŒœŠšŽž';

const families: { name: string; file: string; axes: Record<string, number | { min: number; max: number }> }[] = [
  { name: 'fraunces', file: 'fraunces/files/fraunces-latin-full-normal.woff2', axes: { SOFT: 100, WONK: 0, wght: 440 } },
  {
    name: 'instrument-sans',
    file: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
  },
];

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
}

mkdirSync(out, { recursive: true });
for (const { name, file, axes } of families) {
  const source = readFileSync(new URL(file, packages));
  for (const [part, letters] of Object.entries({ base, rest })) {
    const font = await subsetFont(source, letters, { targetFormat: 'woff2', variationAxes: axes });
    writeFileSync(new URL(`${name}-${part}.woff2`, out), font);
    console.log(`${name}-${part}.woff2: ${font.length} bytes`);
  }
}
