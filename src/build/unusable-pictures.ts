import type { Plugin } from 'vite';
import { findPictureProblem, isPicture } from '../content/picture-files.ts';
import { pictureEndings, uploadPattern } from '../content/schemas/parts.ts';

const unusable = '\0unusable-picture';

/** A picture in uploads, and one whose name can be written in a content file. */
const picture = new RegExp(String.raw`/uploads/[^]*\.(?:${pictureEndings})$`, 'u');
const nameablePicture = new RegExp(`${uploadPattern(pictureEndings)}$`, 'u');

/**
 * A picture that cannot be read, or has a name that no content file can have, does not stop a build that does not show it: its import is
 * empty. In an import, Vite would read what follows a `?` or `#` of the name as a query.
 */
export function skipUnusablePictures(contentFolder: string): Plugin {
  return {
    name: 'skip-unusable-pictures',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (picture.test(source) && !nameablePicture.test(source)) return unusable;
      if (!isPicture(source.split('?')[0]!)) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const [path = ''] = resolved?.id.split('?') ?? [];
      return path.startsWith(`${contentFolder}/uploads/`) && (await findPictureProblem(path)) ? unusable : null;
    },
    load: (id) => (id === unusable ? 'export default undefined;' : null),
  };
}
