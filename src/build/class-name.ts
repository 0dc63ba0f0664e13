import { globSync } from 'node:fs';
import { relative } from 'node:path';

const root = process.cwd();
const modules = globSync('src/**/*.module.css', { cwd: root }).toSorted();
const letter = (place: number) => String.fromCodePoint(97 + Math.floor(place));

/**
 * The name that a class or an animation of a CSS module gets in the page: two letters for the file and its place there, the same for every part of a build.
 * Vite's own names are four times as long, and a digest in them does not shrink; the retreat page, whose styles go out with it, has hundreds of them.
 * The number keeps it from being a word: an ad blocker hides whatever is called `ads`. Throws for a file that is not among the modules in src.
 */
export function className(name: string, file: string, css: string): string {
  const path = relative(root, file.split('?', 1)[0] as string);
  const names = [...new Set(css.matchAll(/(?:\.|@keyframes\s+)([a-z][\w-]*)/giu).map(([, found]) => found))];
  const [module, place] = [modules.indexOf(path), names.indexOf(name)];
  if (module < 0 || place < 0) throw new Error(`${path}: .${name} has no place among the CSS modules`);
  return `${letter(module / 26)}${letter(module % 26)}${place}`;
}
