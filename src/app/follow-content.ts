import type { Content } from '../content/content.ts';
import { loadContent } from '../content/load.ts';
import { builtAt } from './open-site.ts';

/**
 * Returns a function that returns the content of the build that the site serves: it is loaded again once another build is in place. Throws
 * ContentError, and so does the function.
 */
export function followContent(): () => Content {
  let [loadedFor, content] = [builtAt(), loadContent()];
  return () => {
    const newest = builtAt();
    // While a build is being replaced there is none.
    if (newest !== undefined && newest !== loadedFor) [loadedFor, content] = [newest, loadContent()];
    return content;
  };
}
