import { createHash } from 'node:crypto';
import { list, parse, root } from 'postcss';
import type { Container, Declaration } from 'postcss';

/** What marks the place in a page (ui/Fold.tsx). */
const fold = '<template data-fold=""></template>';
const inline = /<style>([\s\S]*?)<\/style>/gu;

export interface Folded {
  page: string;
  /** The sheet that stands in the page now, and the one that it asks for at the fold, with its address. */
  critical: string;
  later: string;
  address: string;
}

/**
 * Leaves in a page the styles of its first screen alone: those whose classes stand above the fold, and those that name no class. The others move into a
 * sheet that is asked for at the fold, and so do the web fonts, their names and what is for paper: the first words are there while they come.
 * The order among the moved ones stays, and they come after what is left. Returns
 * undefined for a page without a fold. Throws when such a page has no inline sheet.
 */
export function foldStyles(page: string): Folded | undefined {
  const [top, rest] = page.split(fold);
  if (top === undefined || rest === undefined) return undefined;
  const [place] = top.match(inline) ?? [];
  if (!place) throw new Error('a page with a fold has no inline style sheet above it');

  const above = new Set([...top.matchAll(/\sclass="([^"]*)"/gu)].flatMap(([, names]) => names!.split(/\s+/u)));
  const kept = parse([...page.matchAll(inline)].map(([, sheet]) => sheet).join(''));
  const moved = root();
  move(kept, moved, above);
  nameNoWebFonts(kept, moved);
  const [critical, later] = [kept.toString(), moved.toString()];
  const address = `/_astro/fold.${createHash('sha256').update(later).digest('hex').slice(0, 8)}.css`;
  const asked = `<link rel="stylesheet" href="${address}">`;
  const [before, after] = top.split(place, 2).map((part) => part.replaceAll(inline, ''));
  return { page: `${before}<style>${critical}</style>${after}${asked}${rest.replaceAll(inline, '')}`, critical, later, address };
}

function move(from: Container, to: Container, above: Set<string>): void {
  for (const node of from.nodes?.slice() ?? []) {
    if (node.type === 'rule' && node.selectors.every((selector) => isBelow(selector, above))) to.append(node.remove());
    if (node.type !== 'atrule') continue;
    if (node.name === 'media' && node.params === 'print') to.append(node.remove());
    else if (node.name === 'font-face' && node.toString().includes('url(')) to.append(node.remove());
    else if (node.name === 'media' || node.name === 'supports') {
      const moved = node.clone({ nodes: [] });
      move(node, moved, above);
      if (moved.nodes?.length) to.append(moved);
      if (!node.nodes?.length) node.remove();
    }
  }
}

/**
 * Takes the web fonts out of the lists of `:root`; the sheet that brings the fonts brings the whole lists. A name that stands for nothing yet would be
 * looked for among the system's fonts, once for each size and weight.
 */
function nameNoWebFonts(kept: Container, moved: Container): void {
  const names = new Set<string>();
  moved.walkAtRules('font-face', (face) => face.walkDecls('font-family', ({ value }) => void names.add(unquoted(value))));
  const whole: Declaration[] = [];
  kept.walkRules(':root', (rule) =>
    rule.walkDecls(/^--/u, (declaration) => {
      const families = list.comma(declaration.value);
      const left = families.filter((family) => !names.has(unquoted(family)));
      if (left.length === families.length) return;
      whole.push(declaration.clone());
      declaration.value = left.join(', ');
    }),
  );
  // In front, so that what is for paper still comes after it.
  moved.prepend({ selector: ':root', nodes: whole });
}

const unquoted = (family: string) => family.replaceAll(/["']/gu, '');

/** Whether a selector needs a class that nothing above the fold has. What stands in parentheses is no need: `:not(.open)`. */
function isBelow(selector: string, above: Set<string>): boolean {
  let needs = selector;
  while (/\([^()]*\)/u.test(needs)) needs = needs.replaceAll(/\([^()]*\)/gu, '');
  return [...needs.matchAll(/\.([\w-]+)/gu)].some(([, name]) => !above.has(name!));
}
