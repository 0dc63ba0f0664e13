import { paths } from '../../paths.ts';
import { Logo } from '../../site/Logo.tsx';
import css from './Masthead.module.css';

interface Props {
  name: string;
  /** What the other page is called. */
  series: string;
}

/** Logo and the way to the sister page, in the evening sky above the house. The page brings a `LogoDrawing` after its first words. */
export function Masthead({ name, series }: Props) {
  return (
    <header className={css.masthead}>
      <div className={css.inner}>
        <Logo name={name} drawnBelow />
        <a className={css.link} href={paths.speakerSeries}>
          {series}
        </a>
      </div>
    </header>
  );
}
