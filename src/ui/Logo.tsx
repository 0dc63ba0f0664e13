import wordmark from './art/wordmark.svg?raw';
import css from './Logo.module.css';

/** Its title is the `name` below: a title in the drawing would show as a tooltip and be read twice. */
const drawing = wordmark.replace(/<title>[^<]*<\/title>/u, '').replace('<svg ', '<svg aria-hidden="true" focusable="false" ');

/** House mark and name in one drawing. As high as the letters around it; it takes their colour. */
export function Logo({ name }: { name: string }) {
  return <span className={css.logo} role="img" aria-label={name} dangerouslySetInnerHTML={{ __html: drawing }} />;
}
