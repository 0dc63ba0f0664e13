import { contentFolder } from '../content/load.ts';
import { buildRelease } from '../editing/build-release.ts';
import { createEditing } from '../editing/publisher.ts';
import type { Editing } from '../editing/publisher.ts';
import { dist } from './open-site.ts';
import type { Store } from './open-store.ts';

/** Returns the editing of the content that the site shows. */
export const openEditing = ({ workshops }: Pick<Store, 'workshops'>, dataDir: string, now: () => Date): Editing =>
  createEditing({ contentFolder: contentFolder(), dataDir, dist, build: buildRelease, countRegistered: workshops.countRegistered, now });
