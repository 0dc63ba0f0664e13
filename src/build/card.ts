import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createElement, type CSSProperties, type ReactNode } from 'react';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import subsetFont from 'subset-font';
import hero from '../retreats/art/hero.svg?raw';

const width = 1200;
const height = 630;
const { resolve } = createRequire(import.meta.url);

/** The text of a social card. */
export interface CardWords {
  eyebrow: string;
  title: string;
  facts: string;
}

/** Satori requires `display: flex` of an element with several children. */
const box = (style: CSSProperties, ...children: ReactNode[]) => createElement('div', { style: { display: 'flex', ...style } }, ...children);

async function loadFont(name: string, file: string, variationAxes: Record<string, number>, letters: string) {
  const data = await subsetFont(readFileSync(resolve(`@fontsource-variable/${file}`)), letters, { targetFormat: 'sfnt', variationAxes });
  return { name, data, weight: 400 as const, style: 'normal' as const };
}

/** Returns the picture of a link preview (Open Graph, X): a PNG of 1200 × 630, the text over the drawn house. */
export async function drawCard({ eyebrow, title, facts }: CardWords): Promise<Buffer> {
  const letters = eyebrow + title + facts;
  const words = box(
    {
      flexDirection: 'column',
      justifyContent: 'space-between',
      width: 660,
      height,
      padding: '64px 0 60px 72px',
      color: '#FBF6EE',
      fontFamily: 'Sans',
    },
    box({ fontSize: 28, color: '#F6CF84' }, eyebrow),
    box({ fontFamily: 'Serif', fontSize: title.length > 34 ? 68 : 84, lineHeight: 1.02, letterSpacing: '-0.02em' }, title),
    box({ fontSize: 30 }, facts),
  );
  const lettering = await satori(words, {
    width,
    height,
    fonts: [
      await loadFont('Serif', 'fraunces/files/fraunces-latin-full-normal.woff2', { SOFT: 100, WONK: 0, wght: 440, opsz: 144 }, letters),
      await loadFont('Sans', 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2', { wght: 500 }, letters),
    ],
  });
  const house = hero.replace(/<svg[^>]*>/u, `<svg x="0" y="-120" width="${width}" height="750" viewBox="0 0 1600 1000">`);
  const card = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${house}${lettering}</svg>`;
  return new Resvg(card, { fitTo: { mode: 'width', value: width } }).render().asPng();
}
