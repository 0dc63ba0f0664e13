/** Editing in the page itself. A click or Enter begins the edit of a text, Enter or leaving the text keeps it, and Escape discards it. */

const styles = `
[data-at], img[data-at-alt] { cursor: text; }
[data-at]:hover, img[data-at-alt]:hover { outline: 2px dashed #e3a13a; outline-offset: 3px; }
[data-at]:focus-visible, img[data-at-alt]:focus-visible, [data-chosen] { outline: 3px solid #b5472f; outline-offset: 3px; }
[contenteditable] { background: #fff8dc; color: #2a1b2b; white-space: pre-wrap; }
@media (hover: none) { [data-at], img[data-at-alt] { outline: 1px dotted #e3a13a; outline-offset: 2px; } }
`;

/** Elements in which a page can show no caret: their text is edited in the panel instead. */
const noCaret = 'title, option, button, textarea, svg *, select';

export interface FrameHandlers {
  /** Called when a place is chosen. Returns its words if they can be edited in place. */
  choose: (at: string) => Promise<string | undefined>;
  /** Called with new words. Returns whether they were kept. */
  change: (at: string, after: string, before: string) => Promise<boolean>;
  mayChange: boolean;
}

export const editable = '[data-at], img[data-at-alt]';

/** Returns the place of an element: the picture's own for one with an alternative text. */
export const atOfElement = (element: Element): string =>
  element.getAttribute('data-at') ?? element.getAttribute('data-at-alt')?.replace(/\/alt$/u, '') ?? '';

/** Makes each place of a page reachable by pointer and keyboard. It is called again after the content of the page has changed. */
function markPlaces(page: Document, mayChange: boolean): void {
  for (const element of page.querySelectorAll<HTMLElement>(editable)) {
    if (element.closest('head')) continue;
    element.tabIndex = 0;
    element.setAttribute('aria-description', mayChange ? 'Press Enter to change it' : 'Press Enter to show its field');
  }
}

/** Lets an editor change the texts of a page in a frame. Returns a function that brings the page up to date with its new HTML. */
export function editInFrame(page: Document, handlers: FrameHandlers): (html: string) => void {
  const sheet = page.createElement('style');
  sheet.textContent = styles;
  page.head.append(sheet);
  markPlaces(page, handlers.mayChange);
  let editing: { element: HTMLElement; html: string; before: string } | undefined;
  /** The element that is edited, or will be once its words have arrived. */
  let chosen: HTMLElement | undefined;
  /** The new HTML of the page, if it came while an element was chosen. */
  let postponed: string | undefined;

  function update(html: string): void {
    postponed = chosen && html;
    updatePage(page, html, handlers.mayChange, chosen);
  }

  async function keepWords(element: HTMLElement, html: string, after: string, before: string): Promise<void> {
    const isKept = await handlers.change(atOfElement(element), after, before);
    if (!isKept && element !== editing?.element) element.innerHTML = html;
  }

  /** Ends the editing of an element; what was typed is kept or discarded. Returns whether its words are being changed. */
  function endEdit(typed: 'keep' | 'discard'): boolean {
    if (!editing) return false;
    const { element, html, before } = editing;
    editing = undefined;
    const words = element.textContent ?? '';
    element.removeAttribute('contenteditable');
    // No-break spaces are part of the text.
    const after = words.replaceAll(/[^\S\u00A0\u202F]+/gu, ' ').trim();
    if (typed === 'discard' || words === before || after === before) {
      element.innerHTML = html;
      return false;
    }
    void keepWords(element, html, after, before);
    return true;
  }

  /** Ends the choice of an element, and shows HTML of the page that came meanwhile. */
  function endChoice(typed: 'keep' | 'discard'): void {
    const isChanging = endEdit(typed);
    chosen = undefined;
    // A change is followed by newer HTML in any case.
    if (postponed && !isChanging) update(postponed);
    postponed = undefined;
  }

  async function choose(element: HTMLElement): Promise<void> {
    if (editing?.element === element) return;
    endEdit('keep');
    chosen = element;
    for (const marked of page.querySelectorAll('[data-chosen]')) marked.removeAttribute('data-chosen');
    element.setAttribute('data-chosen', '');
    const before = await handlers.choose(atOfElement(element));
    // Another element was chosen meanwhile, or this one twice.
    if (chosen !== element || editing) return;
    if (before === undefined || !handlers.mayChange || element.matches(noCaret) || !element.hasAttribute('data-at'))
      return endChoice('discard');
    editing = { element, html: element.innerHTML, before };
    // The words as they are in the file: placeholders in place of their values.
    if (element.textContent !== before) element.textContent = before;
    element.setAttribute('contenteditable', 'plaintext-only');
    element.focus();
    page.getSelection()?.selectAllChildren(element);
    page.getSelection()?.collapseToEnd();
  }

  page.addEventListener(
    'click',
    (event) => {
      // No link leads away, and no button does anything here.
      event.preventDefault();
      const element = (event.target as Element).closest<HTMLElement>(editable);
      if (element) void choose(element);
      else endChoice('keep');
    },
    true,
  );
  page.addEventListener('keydown', (event) => {
    const element = (event.target as Element).closest<HTMLElement>(editable);
    if (!element) return;
    if (event.key === 'Escape' && editing) {
      event.preventDefault();
      endChoice('discard');
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (editing) endChoice('keep');
      else void choose(element);
    }
  });
  page.addEventListener('focusout', ({ target }) => {
    if (editing && target === editing.element) endChoice('keep');
  });
  page.addEventListener('submit', (event) => event.preventDefault(), true);
  return update;
}

const placesOf = (document: Document) => [...document.querySelectorAll('[data-at]')];

/**
 * Brings a page in a frame up to date with its new HTML, and leaves everything that stays the same where it is. An element that is being
 * edited stays as it is, and so does the page if its elements would have to be replaced.
 */
export function updatePage(page: Document, html: string, mayChange: boolean, edited?: HTMLElement): void {
  // The frame's own parser: its page runs no script, so it needs no Trusted Types, which the desk's page requires.
  const next = new page.defaultView!.DOMParser().parseFromString(html.replaceAll(/<style.*?<\/style>/gsu, ''), 'text/html');
  const elements = placesOf(page);
  const nextElements = placesOf(next);
  const hasSamePlaces = elements.map(atOfElement).join('\n') === nextElements.map(atOfElement).join('\n');
  if (hasSamePlaces && outline(page) === outline(next)) {
    for (const [index, element] of elements.entries()) {
      const after = nextElements[index]!.innerHTML;
      if (element !== edited && element.innerHTML !== after && !element.querySelector('[data-at]')) element.innerHTML = after;
    }
    return;
  }
  if (edited) return;
  const focused = page.activeElement?.getAttribute('data-at');
  const top = page.documentElement.scrollTop;
  page.body.innerHTML = next.body.innerHTML;
  page.documentElement.scrollTop = top;
  markPlaces(page, mayChange);
  if (focused) page.querySelector<HTMLElement>(`[data-at="${CSS.escape(focused)}"]`)?.focus();
}

/** Returns what a page is made of besides the texts that can be edited: its elements and their pictures. */
function outline(page: Document): string {
  const copy = page.body.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll('[data-at]')) if (!element.querySelector('[data-at]')) element.textContent = '';
  return [...copy.querySelectorAll('*')]
    .map((element) => `${element.tagName}${element.getAttribute('srcset') ?? ''}${element.getAttribute('alt') ?? ''}`)
    .join();
}
