import { paths } from '../paths.ts';
import { Logo } from './Logo.tsx';
import css from './LogoHeader.module.css';

interface Props {
  /** The community's name, which the drawing spells. */
  name: string;
  /** The ground of what follows. */
  tone?: 'paper' | 'linen';
}

/** The logo above a page, and the way home, out of a frame too. */
export function LogoHeader({ name, tone = 'paper' }: Props) {
  return (
    <header className={`${css.header} ${css[tone] ?? ''}`}>
      <div className={css.inner}>
        <a className={css.home} href={paths.home} target="_top">
          <Logo name={name} />
        </a>
      </div>
    </header>
  );
}
