import { extname, join } from 'node:path';
import sharp from 'sharp';
import { groupsWith, inside, type Finding } from './checks/fields.ts';
import type { Content } from './content.ts';
import { filesIn } from './files-in.ts';
import { shapeAt } from './picture-shapes.ts';
import type { PictureContent } from './schemas/parts.ts';

/** The pictures of content/uploads that are pixels; a drawing (SVG) is text. */
export const photographs = new Set(['.jpg', '.jpeg', '.png', '.webp', '.avif', '.heic', '.heif']);

/** A picture of content/uploads: its upright size, or the reason why it cannot be read. */
type PictureFile = { width: number; height: number } | { problem: string };

/** A picture that is this much wider or higher than its place is cropped visibly. */
const tolerance = 1.06;

/** Returns why a file cannot be read as a picture; undefined if it can. */
export async function problemOf(path: string): Promise<string | undefined> {
  const read = await readPicture(path);
  return 'problem' in read ? read.problem : undefined;
}

async function readPicture(path: string): Promise<PictureFile> {
  try {
    const { format, compression, autoOrient } = await sharp(path, { failOn: 'error' }).metadata();
    if (format === 'heif' && compression !== 'av1') return { problem: 'HEIC is not supported here; export it as JPEG' };
    // The header of a file can be whole while the rest is missing.
    await sharp(path, { failOn: 'error' }).stats();
    return autoOrient;
  } catch {
    return { problem: 'this file cannot be read as a picture; export it again as JPEG or PNG' };
  }
}

/**
 * Returns the problems of the pictures in content/uploads: files that cannot be read, and aspect ratios that do not fit their place. Only a
 * problem of a picture that is shown is an error.
 */
export async function checkPictureFiles(content: Content, folder: string): Promise<Finding[]> {
  const shown = [...groupsWith(content, 'alt')].map(({ file, field, group }) => ({ file, field, src: (group as PictureContent).src }));
  const findings: Finding[] = [];
  for (const name of photographsIn(folder)) {
    const read = await readPicture(join(folder, name));
    const places = shown.filter(({ src }) => src === `/${name}`);
    if ('problem' in read) {
      const unused: Finding = { file: `content/${name}`, field: 'unused', message: read.problem, severity: 'launch' };
      const used = places.map(({ file, field }): Finding => ({
        file,
        field: inside(field, 'src'),
        message: `content/${name}: ${read.problem}`,
        severity: 'always',
      }));
      findings.push(...(used.length > 0 ? used : [unused]));
    } else findings.push(...places.flatMap((place) => shapeFinding(place, read)));
  }
  return findings;
}

/** Returns the names of the photographs in content/uploads, from `uploads/` on. */
const photographsIn = (folder: string): string[] =>
  filesIn(join(folder, 'uploads'))
    .filter((name) => photographs.has(extname(name).toLowerCase()))
    .map((name) => `uploads/${name}`)
    .toSorted();

function shapeFinding(
  { file, field, src }: { file: string; field: string; src: string },
  { width, height }: { width: number; height: number },
): Finding[] {
  const wanted = shapeAt(file, field);
  if (!wanted) return [];
  const off = width / height / (wanted.width / wanted.height);
  if (off < tolerance && off > 1 / tolerance) return [];
  const message = `${src} is ${width} by ${height} pixels, and this place is ${wanted.width} by ${wanted.height}; crop it to that shape`;
  return [{ file, field: inside(field, 'src'), message, severity: 'launch' }];
}
