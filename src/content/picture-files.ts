import { readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { imageMetadata } from 'astro/assets/utils';
import sharp from 'sharp';
import { picturesIn, subfield, type Finding } from './checks/fields.ts';
import type { Content } from './content.ts';
import { listFiles, listFolder } from './list-folder.ts';
import { isPhotographFile } from './photograph-bytes.ts';
import { shapeAt } from './picture-shapes.ts';
import { readYaml } from './read-yaml.ts';

const photographs = new Set(['.jpg', '.jpeg', '.png', '.webp', '.avif', '.heic', '.heif']);

/** Returns whether a picture of content/uploads is a bitmap, by its name; a drawing (SVG) is text. */
export const isPhotograph = (path: string): boolean => photographs.has(extname(path).toLowerCase());
const isDrawing = (path: string): boolean => extname(path).toLowerCase() === '.svg';

/** Returns whether a file of content/uploads is a picture, by its name. */
export const isPicture = (path: string): boolean => isPhotograph(path) || isDrawing(path);

/** Returns whether the build can read the size of a drawing: its reader takes fewer spellings than browsers and sharp do. */
const hasReadableSize = (path: string): Promise<boolean> =>
  imageMetadata(readFileSync(path), path).then(
    ({ width, height }) => width > 0 && height > 0,
    () => false,
  );

/** A picture of content/uploads: its upright size, or the reason why it cannot be used. */
type PictureFile = { width: number; height: number } | { problem: string };

/** A picture that is this much wider or higher than its place is cropped visibly. */
const tolerance = 1.06;

/** Of a narrower picture, the build cannot make every size: WebP and AVIF limit the longer side. */
const maxSideRatio = 10;

const problemOf = (picture: PictureFile) => ('problem' in picture ? picture.problem : undefined);

/** Returns why a file cannot be read as a picture; undefined if it can. */
export const findReadProblem = async (path: string): Promise<string | undefined> => problemOf(await readPicture(path));

/** Returns why a page cannot show a file as a picture; undefined if it can. */
export const findPictureProblem = async (path: string): Promise<string | undefined> => problemOf(await readShownPicture(path));

/** Reads a picture that a page shows. One that is only published may have any sides. */
async function readShownPicture(path: string): Promise<PictureFile> {
  const picture = await readPicture(path);
  if ('problem' in picture) return picture;
  const { width, height } = picture;
  if (Math.max(width, height) <= Math.min(width, height) * maxSideRatio) return picture;
  return {
    problem: `this picture is ${width} by ${height} pixels, and one side may be at most ${maxSideRatio} times the other; crop it`,
  };
}

async function readPicture(path: string): Promise<PictureFile> {
  const unreadable = { problem: `this file cannot be read as a picture; export it again as ${isDrawing(path) ? 'SVG' : 'JPEG or PNG'}` };
  try {
    if (isPhotograph(path) && !isPhotographFile(path)) return unreadable;
    const { format, compression, autoOrient } = await sharp(path, { failOn: 'error' }).metadata();
    if (format === 'heif' && compression !== 'av1') return { problem: 'HEIC is not supported here; export it as JPEG' };
    await decode(path);
    if (isDrawing(path) && !(await hasReadableSize(path)))
      return { problem: 'the size of this drawing cannot be read; export it again as plain SVG, with a viewBox' };
    return autoOrient;
  } catch (error) {
    if (/pixel limit/iu.test(String(error)))
      return { problem: 'this picture has over 268 million pixels, too many to read; make it smaller, for example 2400 pixels wide' };
    return unreadable;
  }
}

/**
 * Decodes a picture to its end: the header of a file can be whole while the rest is missing. Each build decodes every picture, and scaling
 * down takes a tenth of the time of `stats()`. Without `fastShrinkOnLoad: false`, some JPEG files pass that lack their last rows.
 */
async function decode(path: string): Promise<void> {
  await sharp(path, { failOn: 'error' }).resize({ width: 64, height: 64, fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
}

/**
 * Returns the problems of the pictures in content/uploads: files that cannot be read, and aspect ratios that do not fit their place. Only a
 * problem of a picture that is shown is an error.
 */
export async function checkPictureFiles(content: Content, folder: string): Promise<Finding[]> {
  const allPlaces = picturesIn(content).map(({ file, field, picture }) => ({ file, field, src: picture.src }));
  const findings: Finding[] = [];
  for (const name of listUploads(folder).filter(isPicture).toSorted()) {
    const places = allPlaces.filter(({ src }) => src === `/${name}`);
    const picture = await (places.length > 0 ? readShownPicture : readPicture)(join(folder, name));
    if (!('problem' in picture)) {
      if (isPhotograph(name)) findings.push(...places.flatMap((place) => shapeFinding(place, picture)));
      continue;
    }
    const { problem } = picture;
    if (places.length === 0) findings.push({ file: `content/${name}`, field: 'unused', message: problem, severity: 'launch' });
    for (const { file, field } of places)
      findings.push({ file, field: subfield(field, 'src'), message: `content/${name}: ${problem}`, severity: 'always' });
  }
  return findings;
}

/**
 * Returns the files in content/uploads whose address is in no YAML file of content/; files of retreats and workshops without their dates
 * count too. The site keeps them in memory, and each draft in the desk has a copy of them. An organizer may delete them, so that an address
 * also counts in other letter case, which some file systems do not distinguish.
 */
export function findUnusedUploads(folder: string): string[] {
  const texts = yamlTextsIn(folder).map((text) => text.toLowerCase());
  return listUploads(folder)
    .filter((name) => !texts.some((text) => text.includes(`/${name.toLowerCase()}`)))
    .map((name) => `content/${name}`)
    .toSorted();
}

/**
 * Returns the text of each YAML file, as it is written, and its values: a line break or a backslash can divide a value in quotation marks.
 * The build reads a symbolic link as the file that it leads to.
 */
function yamlTextsIn(folder: string): string[] {
  const { files, symbolicLinks } = listFolder(folder);
  const paths = [...files, ...symbolicLinks].filter((name) => name.endsWith('.yaml')).map((name) => join(folder, name));
  const written = paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return written
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((text) => {
      const yaml = readYaml(text);
      return 'data' in yaml ? [text, JSON.stringify(yaml.data) ?? ''] : [text];
    });
}

/** Returns the names of the files in content/uploads, from `uploads/` on. Hidden files are left out. */
export const listUploads = (folder: string): string[] =>
  listFiles(join(folder, 'uploads'))
    .filter((name) => !basename(name).startsWith('.'))
    .map((name) => `uploads/${name}`);

function shapeFinding(
  { file, field, src }: { file: string; field: string; src: string },
  { width, height }: { width: number; height: number },
): Finding[] {
  const shape = shapeAt(file, field);
  if (!shape) return [];
  const difference = width / height / (shape.width / shape.height);
  if (difference < tolerance && difference > 1 / tolerance) return [];
  const message = `${src} is ${width} by ${height} pixels, and this place is ${shape.width} by ${shape.height}; crop it to that shape`;
  return [{ file, field: subfield(field, 'src'), message, severity: 'launch' }];
}
