import { defaultTreeAdapter as tree, html, parse, serialize, type DefaultTreeAdapterTypes } from 'parse5';
import { markPattern, placeIn, withoutMarks } from '../../content/marks.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;
type Text = DefaultTreeAdapterTypes.TextNode;

/** Attributes whose text people read or hear. */
const readAttributes = new Set(['alt', 'aria-label', 'content', 'placeholder', 'title']);

/** Elements whose text cannot contain another element. */
const textOnly = new Set(['title', 'option', 'textarea']);

/** The element around one of several texts. No style sheet has a rule for it, as one can have for a `span`. */
const partElement = 'content-text';

/** The files that a page loads from its own server: generated pictures, fonts, drawings, and the form in its frame. */
const ownFile = /(["'(]|, )(\/(?:_image\?|src\/|@fs\/|favicon\.svg|app\/form\/\w+"))/gu;

const isElement = (node: Node): node is Element => 'tagName' in node;
const isText = (node: Node): node is Text => node.nodeName === '#text';

/** A text with a name, from an opening mark to its closing one. Offsets count characters without marks. */
interface Span {
  place: string;
  from: { node: Text; offset: number };
  to: { node: Text; offset: number };
}

/**
 * Returns a rendered page with the marks of src/content/marks.ts as attributes: `data-at="{file}#{pointer}"` on the element that holds
 * exactly one text, which is a new element if several texts share one, and `data-at-alt` and so on for the texts of attributes. Pictures,
 * fonts and frames are loaded from below `base`.
 */
export function placeMarks(page: string, base: string): string {
  const document = parse(page);
  const spans: Span[] = [];
  /** The opening marks whose closing one has not been read. */
  const openMarks: Span['from'][] = [];
  visit(document);
  // From the last to the first, so that the offsets of earlier ones stay valid.
  for (const span of spans.toReversed()) markSpan(span);
  return serialize(document).replaceAll(ownFile, `$1${base}$2`);

  function visit(node: Node): void {
    if (isElement(node)) readAttributesOf(node);
    if (isText(node)) return readText(node);
    if (!('childNodes' in node)) return;
    // A preview runs no script, so that elements that scripts move do not move while they are edited.
    node.childNodes = node.childNodes.filter((child) => child.nodeName !== 'script');
    for (const child of node.childNodes) visit(child);
  }

  function readText(node: Text): void {
    let text = '';
    let end = 0;
    for (const match of node.value.matchAll(markPattern)) {
      text += node.value.slice(end, match.index);
      end = match.index + match[0].length;
      const mark = { node, offset: text.length };
      if (match[1] === undefined) {
        openMarks.push(mark);
        continue;
      }
      const from = openMarks.pop();
      // A text inside another one is the value of a placeholder: an editor changes the outer text.
      if (from && openMarks.length === 0) spans.push({ place: placeIn(match[1]), from, to: mark });
    }
    node.value = text + node.value.slice(end);
  }
}

function readAttributesOf(element: Element): void {
  const added: typeof element.attrs = [];
  for (const attribute of element.attrs) {
    const places = [...attribute.value.matchAll(markPattern)].flatMap(([, tags]) => (tags === undefined ? [] : placeIn(tags)));
    const place = places.at(-1);
    if (place === undefined) continue;
    attribute.value = withoutMarks(attribute.value);
    if (readAttributes.has(attribute.name)) added.push({ name: `data-at-${attribute.name}`, value: place });
  }
  element.attrs.push(...added);
}

function markSpan({ place, from, to }: Span): void {
  if (from.node === to.node) markPart(place, from.node, from.offset, to.offset);
  else setPlace(commonParent(from.node, to.node), place);
}

/**
 * Marks a part of a text node: its element if that holds nothing else, and otherwise a new one around the part. The node
 * keeps what comes before.
 */
function markPart(place: string, node: Text, from: number, to: number): void {
  const parent = node.parentNode;
  if (!parent) return;
  const others = parent.childNodes.filter((child) => child !== node && child.nodeName !== '#comment' && !isBlank(child));
  const rest = node.value.slice(0, from) + node.value.slice(to);
  if (isElement(parent) && (textOnly.has(parent.tagName) || (others.length === 0 && rest.trim() === ''))) return setPlace(parent, place);
  const isSvg = isElement(parent) && parent.namespaceURI === html.NS.SVG;
  const part = tree.createElement(isSvg ? 'tspan' : partElement, isSvg ? html.NS.SVG : html.NS.HTML, [{ name: 'data-at', value: place }]);
  tree.insertText(part, node.value.slice(from, to));
  const after = tree.createTextNode(node.value.slice(to));
  node.value = node.value.slice(0, from);
  const position = parent.childNodes.indexOf(node) + 1;
  parent.childNodes.splice(position, 0, part, after);
  part.parentNode = parent;
  after.parentNode = parent;
}

const isBlank = (node: Node) => isText(node) && node.value.trim() === '';

function setPlace(parent: Parent, place: string): void {
  if (isElement(parent) && !parent.attrs.some(({ name }) => name === 'data-at')) parent.attrs.push({ name: 'data-at', value: place });
}

function commonParent(a: Text, b: Text): Parent {
  const parentsOf = (node: Node): Parent[] =>
    'parentNode' in node && node.parentNode ? [node.parentNode, ...parentsOf(node.parentNode)] : [];
  const ofB = new Set(parentsOf(b));
  return parentsOf(a).find((parent) => ofB.has(parent))!;
}
