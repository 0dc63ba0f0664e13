import { paths } from '../paths.ts';
import { Logo } from './Logo.tsx';
import css from './Header.module.css';

interface Props {
  /** The community's name, which the logo spells. */
  name: string;
  /** The background of what follows. */
  tone?: 'paper' | 'linen';
}

/** The logo above a page. It links to the front page, out of a frame too. */
export function Header({ name, tone = 'paper' }: Props) {
  return (
    <header className={`${css.header} ${css[tone] ?? ''}`}>
      <a className={css.home} href={paths.home} target="_top">
        <Logo name={name} />
      </a>
    </header>
  );
}

/**
 * The header of the front page, in the sky of its first screen, with a link to the other page. The page needs a
 * `LogoDrawing` after its first words.
 */
export function SkyHeader({ name, series }: { name: string; series: string }) {
  return (
    <header className={`${css.header} ${css.sky}`}>
      <Logo name={name} isDrawnBelow />
      <a className={`screen-only ${css.link}`} href={paths.speakerSeries}>
        {series}
      </a>
    </header>
  );
}
