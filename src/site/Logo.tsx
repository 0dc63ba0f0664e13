import wordmark from './art/wordmark.svg?raw';
import css from './Logo.module.css';

/** Its title is the `name` below: a title in the drawing would show as a tooltip and be read twice. */
const drawing = wordmark.replace(/<title>[^<]*<\/title>/u, '').replace('<svg ', '<svg aria-hidden="true" ');
const id = 'wordmark';
const reference = drawing.replace(/>.*</su, `><use href="#${id}"/><`);

interface Props {
  name: string;
  /** Whether the page has a `LogoDrawing` further down, which this one shows. */
  drawnBelow?: boolean;
}

/** House mark and name in one drawing. As high as the letters around it; it takes their colour. */
export function Logo({ name, drawnBelow = false }: Props) {
  const html = drawnBelow ? reference : drawing;
  return <span className={css.logo} role="img" aria-label={name} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** What a logo above it shows: words that stand between the two are read, and painted, ahead of its many curves. */
export function LogoDrawing() {
  return <span hidden dangerouslySetInnerHTML={{ __html: drawing.replace('<svg ', `<svg id="${id}" `) }} />;
}
