import { closeSync, openSync, readSync } from 'node:fs';

/** The first bytes of JPEG, PNG, GIF, WebP, AVIF and HEIC. */
const beginnings = /^(?:\u{FF}\u{D8}\u{FF}|\u{89}PNG|GIF8|RIFF[^]{4}WEBP|[^]{4}ftyp)/u;
const beginningBytes = 12;

/**
 * Returns whether the first bytes are those of a photograph. Nothing else may be given to the decoders as one: to learn the size of a
 * drawing (SVG), they read it completely, and a drawing of 25 MB takes gigabytes of memory.
 */
export const beginsLikePhotograph = (bytes: Uint8Array): boolean =>
  beginnings.test(Buffer.from(bytes.subarray(0, beginningBytes)).toString('latin1'));

/** Returns the same for a file. Throws if it cannot be read. */
export function isPhotographFile(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(beginningBytes);
    return beginsLikePhotograph(bytes.subarray(0, readSync(file, bytes)));
  } finally {
    closeSync(file);
  }
}
