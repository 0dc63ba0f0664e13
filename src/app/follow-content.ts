import type { Content } from '../content/content.ts';
import { loadContent } from '../content/load.ts';
import { watchBuild } from './open-site.ts';

/**
 * Returns a function that returns the content of the build that the site serves: it is loaded again once another build is in place. Throws
 * ContentError, and so does the function.
 */
export function followContent(): () => Content {
  const takeReplacement = watchBuild();
  let content: Content | undefined = loadContent();
  return () => {
    // Until it can be loaded, each call tries again.
    if (takeReplacement()) content = undefined;
    return (content ??= loadContent());
  };
}
