import { chromium } from '@playwright/test';
import { browserOptions } from './phone.ts';

const styles =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:0 auto;padding:0 1rem}img,svg{display:block;max-width:100%;height:auto}iframe{width:100%;border:0}';

/**
 * Returns a minimal version of a built page: its headings, paragraphs, lists, links, questions, lazy pictures and the drawing
 * of its first section, with ten CSS declarations, no script and no web font.
 */
export async function baselineOf(built: string): Promise<string> {
  const browser = await chromium.launch(browserOptions());
  try {
    const page = await browser.newPage();
    return await page.evaluate(rewrite, { built, styles });
  } finally {
    await browser.close();
  }
}

/** Builds the minimal version. Runs in an empty page of the browser. */
function rewrite({ built, styles: css }: { built: string; styles: string }): string {
  const source = new DOMParser().parseFromString(built, 'text/html');
  const keptAttributes = 'id href src srcset sizes alt width height loading decoding fetchpriority type media title name'.split(' ');
  const droppedElements = 'script, style, link, meta, template, noscript, [hidden]';

  const copy = (node: Node): Node[] => {
    if (node.nodeType === Node.TEXT_NODE) return [node.cloneNode()];
    if (!(node instanceof Element) || node.matches(droppedElements)) return [];
    if (node.localName === 'svg') return node.closest('#hero') ? [node.cloneNode(true)] : [];
    const children = [...node.childNodes].flatMap(copy);
    if (node.localName === 'span' || node.localName.includes('-')) return children;
    const plain = source.createElement(node.localName);
    for (const name of keptAttributes) if (node.hasAttribute(name)) plain.setAttribute(name, node.getAttribute(name) as string);
    plain.append(...children);
    return [plain];
  };

  const body = source.createElement('body');
  body.append(...[...source.body.childNodes].flatMap(copy));
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg">`;
  return `<!doctype html><html lang="en-US"><head>${head}<title>${source.title}</title><style>${css}</style></head>${body.outerHTML}</html>`;
}
