import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import type { PictureContent } from './schemas/parts.ts';
import type { PictureSource } from '../ui/Picture.tsx';

// #content is the content folder (astro.config.ts), which need not be the repository's own.
const found = import.meta.glob<{ default: ImageMetadata }>('#content/uploads/**/*.{svg,png,jpg,jpeg,webp,avif}', { eager: true });
const files = Object.fromEntries(Object.entries(found).map(([path, file]) => [path.slice(path.indexOf('/uploads/')), file]));

/**
 * Returns a picture of content/uploads as AVIF and WebP in the widths (CSS pixels times density) that its section uses, the smallest first.
 * `sizes` is the HTML attribute. Throws if there is no such file.
 */
export async function preparePicture({ src, alt }: PictureContent, widths: number[], sizes: string): Promise<PictureSource> {
  const file = files[src]?.default;
  if (!file) throw new Error(`content/uploads: there is no picture ${src}; add it or correct the name`);
  const width = widths.at(-1) as number;
  const shape = { src: file, width, height: Math.round((file.height / file.width) * width) };
  // Few browsers show WebP but not AVIF; every other width is enough for them, and keeps the page short.
  const fewer = widths.filter((_, index) => (widths.length - 1 - index) % 2 === 0);
  // Of AVIF, as low as drawings look the same at the scale of a phone: bench/budgets.json limits what a page loads.
  const [avif, webp] = await Promise.all([
    getImage({ ...shape, widths, format: 'avif', quality: 39 }),
    getImage({ ...shape, widths: fewer, format: 'webp', quality: 74 }),
  ]);
  return { avif: avif.srcSet.attribute, webp: webp.srcSet.attribute, src: webp.src, width: shape.width, height: shape.height, alt, sizes };
}
