declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'sfnt';
    /** A number pins an axis; a range keeps part of it. */
    variationAxes: Record<string, number | { min: number; max: number }>;
  }

  /** Returns a font with only the letters of a text. */
  export default function subsetFont(font: Buffer, letters: string, options: Options): Promise<Buffer>;
}
