import { join } from 'node:path';
import sharp from 'sharp';
import { beginsLikePhotograph } from '../content/photograph-bytes.ts';
import { Refused } from '../refused.ts';
import { maxPictureBytes, pictureTooLarge } from './picture-limit.ts';

/** A part of a picture in pixels, after it is rotated upright. */
interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture as the site stores it. */
export interface UploadedPicture {
  bytes: Uint8Array;
  extension: 'jpg' | 'png';
}

const maxPixels = 50_000_000;
const tooManyPixelsText = 'This picture has over 50 million pixels. Make it smaller and try again.';
const animatedText =
  'This picture is animated, and the site shows only still ones. Save one of its frames as JPEG or PNG and choose that file.';
/** Twice the width of the widest place on a page, and more. */
const maxWidth = 2400;

/** The accepted types, detected by the first bytes: a name or a header can be wrong. */
const formats = new Set(['jpeg', 'png', 'webp', 'heif', 'avif']);
const notShownText = 'This is not a picture that the site can show. Use JPEG, PNG, WebP or AVIF.';

/**
 * Returns an uploaded picture as the site stores it: upright, cropped, not wider than a page can show it, and encoded again without other
 * data of the file, such as the location of the camera. Throws Refused with a message for an editor.
 */
export async function prepareUpload(bytes: Uint8Array, crop?: Crop): Promise<UploadedPicture> {
  if (bytes.length === 0) throw new Refused('This file is empty. Choose another picture.');
  if (bytes.length > maxPictureBytes) throw new Refused(pictureTooLarge);
  if (!beginsLikePhotograph(bytes)) throw new Refused(notShownText);
  const picture = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
  const { format, width, height, autoOrient, hasAlpha, pages = 1 } = await picture().metadata().catch(refuse);
  // Only the first frame would be shown. In AVIF, more than one picture is not an animation.
  if (pages > 1 && (format === 'gif' || format === 'webp')) throw new Refused(animatedText);
  if (!formats.has(format)) throw new Refused(notShownText);
  if (width * height * pages > maxPixels) throw new Refused(tooManyPixelsText);
  const upright = picture().autoOrient();
  const cut = crop ? upright.extract(inPixels(crop, autoOrient)) : upright;
  const fitted = cut.resize({ width: maxWidth, withoutEnlargement: true });
  const encoded = hasAlpha ? fitted.png() : fitted.jpeg({ quality: 90, mozjpeg: true });
  return { bytes: await encoded.toBuffer().catch(refuse), extension: hasAlpha ? 'png' : 'jpg' };
}

/** Returns a part of a picture of this size in whole pixels. Throws Refused if it lies outside the picture. */
function inPixels({ x, y, width, height }: Crop, size: { width: number; height: number }) {
  const part = {
    left: Math.round(x),
    top: Math.round(y),
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  };
  if (part.left + part.width > size.width || part.top + part.height > size.height)
    throw new Refused('The part that was chosen lies outside the picture. Choose it again.');
  return part;
}

/** The library's messages are for programmers. */
function refuse(error: unknown): never {
  if (/pixel limit/iu.test(String(error))) throw new Refused(tooManyPixelsText);
  throw new Refused('This file cannot be read as a picture. HEIC is not supported here; export it as JPEG and try again.', {
    cause: error,
  });
}

const thumbnailPixels = 320;

/** The formats whose decoders hold only some rows at a time, unless the picture is progressive or interlaced. */
const formatsInRows = new Set(['jpeg', 'png', 'webp']);

/**
 * Returns a small picture of a file in the uploads of a content folder; undefined if there is no such picture, or it is one of over 50
 * million pixels that only a decoder with gigabytes of memory could read. A build accepts larger pictures than an upload does.
 */
export async function readThumbnail(folder: string, name: string): Promise<Buffer | undefined> {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/u.test(name)) return undefined;
  const picture = sharp(join(folder, 'uploads', name));
  try {
    const { format, isProgressive, width, height } = await picture.metadata();
    if (width * height > maxPixels && (isProgressive || !formatsInRows.has(format))) return undefined;
    return await picture
      .resize({ width: thumbnailPixels, height: thumbnailPixels, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
  } catch {
    return undefined;
  }
}
