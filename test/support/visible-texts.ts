import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

/** Attributes whose text a visitor reads or hears. */
const readAttributes = ['alt', 'aria-label', 'placeholder', 'title'];

const hasLetter = (text: string) => /\p{L}/u.test(text);

export interface VisibleTexts {
  /** The places of the marked texts, as `{file}#{pointer}`. */
  places: string[];
  /** The other texts with a letter in them. */
  unmarked: Set<string>;
}

/** Returns the texts of a previewed page and of the attributes that people read, by whether an editing mark names their place. */
export function visibleTexts(html: string): VisibleTexts {
  const found: VisibleTexts = { places: [], unmarked: new Set() };
  const add = (text: string, place: string | undefined) => {
    if (place !== undefined) found.places.push(place);
    else if (hasLetter(text)) found.unmarked.add(text.replaceAll(/\s+/gu, ' ').trim());
  };
  const visit = (node: DefaultTreeAdapterTypes.Node, placeAbove: string | undefined): void => {
    if (node.nodeName === 'style') return;
    const attributes = new Map('attrs' in node ? node.attrs.map(({ name, value }) => [name, value]) : []);
    for (const name of readAttributes) if (attributes.has(name)) add(attributes.get(name)!, attributes.get(`data-at-${name}`));
    const place = attributes.get('data-at') ?? placeAbove;
    if (node.nodeName === '#text' && 'value' in node && node.value.trim() !== '') add(node.value, place);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child, place);
  };
  visit(parse(html), undefined);
  return found;
}
