import type { SVGProps } from 'react';
import wordmark from './art/wordmark.svg?raw';
import css from './Logo.module.css';

const [, viewBox = ''] = /viewBox="([^"]+)"/u.exec(wordmark) ?? [];
const shapes = [...wordmark.matchAll(/<path fill="([^"]+)" d="([^"]+)"\/>/gu)];
const id = 'wordmark';

interface Props {
  name: string;
  /** Whether the page has a `LogoDrawing` further down, which this one shows. */
  isDrawnBelow?: boolean;
}

/** The mark and the name in one drawing, with the height and the color of the text around it. */
export function Logo({ name, isDrawnBelow = false }: Props) {
  return (
    <span className={css.logo} role="img" aria-label={name}>
      <Frame>{isDrawnBelow ? <use href={`#${id}`} /> : <Shapes />}</Frame>
    </span>
  );
}

/** The drawing that a logo above it refers to: the text between the two is parsed and painted before its many curves. */
export const LogoDrawing = () => (
  <span hidden>
    <Frame id={id}>
      <Shapes />
    </Frame>
  </span>
);

/** Without the file's title, which would show as a tooltip and be read out twice: the name labels it. */
const Frame = (props: SVGProps<SVGSVGElement>) => <svg aria-hidden="true" viewBox={viewBox} {...props} />;

const Shapes = () => shapes.map(([, fill, d]) => <path key={d} fill={fill} d={d} />);
