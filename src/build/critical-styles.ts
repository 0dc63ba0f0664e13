import { hash } from 'node:crypto';
import { list, parse, root, type ChildNode, type Container, type Declaration } from 'postcss';

/** Marks the end of the first screen (ui/Fold.tsx). */
const fold = '<template data-fold=""></template>';
const inline = /<style>([\s\S]*?)<\/style>/gu;

interface Folded {
  page: string;
  /** The inline sheet, and the sheet linked at the fold, with its address. */
  critical: string;
  later: string;
  address: string;
}

/**
 * Keeps inline only the styles of a page's first screen: rules whose classes occur above the fold, and rules without a class. The others
 * move into a sheet that is linked at the fold, as do web fonts, their names and print styles, so that the first words are painted while
 * these load. The moved rules keep their order and come after the inline ones. Returns undefined for a page without a fold. Throws when a
 * page with a fold has no inline sheet.
 */
export function foldStyles(page: string): Folded | undefined {
  const [top, rest] = page.split(fold);
  if (top === undefined || rest === undefined) return undefined;
  const [firstStyle] = top.match(inline) ?? [];
  if (!firstStyle) throw new Error('a page with a fold has no inline style sheet above it');

  const above = new Set([...top.matchAll(/\sclass="([^"]*)"/gu)].flatMap(([, names]) => names!.split(/\s+/u)));
  const sheet = parse([...page.matchAll(inline)].map(([, styles]) => styles).join(''));
  const laterSheet = root();
  move(sheet, laterSheet, above);
  removeWebFonts(sheet, laterSheet);
  const critical = sheet.toString();
  const later = laterSheet.toString();
  const address = `/_astro/fold.${hash('sha256', later).slice(0, 8)}.css`;
  const link = `<link rel="stylesheet" href="${address}">`;
  const [before, after] = top.split(firstStyle, 2).map((part) => part.replaceAll(inline, ''));
  return { page: `${before}<style>${critical}</style>${after}${link}${rest.replaceAll(inline, '')}`, critical, later, address };
}

function move(from: Container, to: Container, above: Set<string>): void {
  for (const node of from.nodes?.slice() ?? []) {
    if (isForLater(node, above)) to.append(node.remove());
    else if (node.type === 'atrule' && (node.name === 'media' || node.name === 'supports')) {
      const moved = node.clone({ nodes: [] });
      move(node, moved, above);
      if (moved.nodes?.length) to.append(moved);
      if (!node.nodes?.length) node.remove();
    }
  }
}

/** Returns whether the first screen does not need a node: rules below the fold, print styles, web fonts. */
function isForLater(node: ChildNode, above: Set<string>): boolean {
  if (node.type === 'rule') return node.selectors.every((selector) => isBelow(selector, above));
  if (node.type !== 'atrule') return false;
  return (node.name === 'media' && node.params === 'print') || (node.name === 'font-face' && node.toString().includes('url('));
}

/**
 * Removes the web fonts from the lists of `:root`; the moved sheet has the fonts and the whole lists. Chromium would look for a font that
 * is not declared yet among the system's fonts, once for each size and weight.
 */
function removeWebFonts(critical: Container, later: Container): void {
  const names = new Set<string>();
  later.walkAtRules('font-face', (face) => face.walkDecls('font-family', ({ value }) => void names.add(unquoted(value))));
  const originals: Declaration[] = [];
  critical.walkRules(':root', (rule) =>
    rule.walkDecls(/^--/u, (declaration) => {
      const families = list.comma(declaration.value);
      const remaining = families.filter((family) => !names.has(unquoted(family)));
      if (remaining.length === families.length) return;
      originals.push(declaration.clone());
      declaration.value = remaining.join(', ');
    }),
  );
  // First, so that print styles still come after it.
  later.prepend({ selector: ':root', nodes: originals });
}

const unquoted = (family: string) => family.replaceAll(/["']/gu, '');

/** Whether a selector requires a class that no element above the fold has. Classes in parentheses are not required: `:not(.open)`. */
function isBelow(selector: string, above: Set<string>): boolean {
  let needs = selector;
  while (/\([^()]*\)/u.test(needs)) needs = needs.replaceAll(/\([^()]*\)/gu, '');
  return [...needs.matchAll(/\.([\w-]+)/gu)].some(([, name]) => !above.has(name!));
}
