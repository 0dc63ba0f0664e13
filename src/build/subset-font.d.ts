declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'sfnt';
    /** A number pins an axis; a range keeps part of it. */
    variationAxes: Record<string, number | { min: number; max: number }>;
  }

  /** Returns a font with only the glyphs that these characters use. */
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>;
}
