import wordmark from './art/wordmark.svg?raw';
import css from './Logo.module.css';

/** Without its title, which would show as a tooltip and be read out twice: `name` below labels it. */
const drawing = wordmark.replace(/<title>[^<]*<\/title>/u, '').replace('<svg ', '<svg aria-hidden="true" ');
const id = 'wordmark';
const reference = drawing.replace(/>.*</su, `><use href="#${id}"/><`);

interface Props {
  name: string;
  /** Whether the page has a `LogoDrawing` further down, which this one shows. */
  drawnBelow?: boolean;
}

/** The mark and the name in one drawing, with the height and the color of the text around it. */
export function Logo({ name, drawnBelow = false }: Props) {
  const html = drawnBelow ? reference : drawing;
  return <span className={css.logo} role="img" aria-label={name} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The drawing that a logo above it refers to: the text between the two is parsed and painted before its many curves. */
export function LogoDrawing() {
  return <span hidden dangerouslySetInnerHTML={{ __html: drawing.replace('<svg ', `<svg id="${id}" `) }} />;
}
