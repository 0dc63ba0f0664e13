import { paths } from '../../paths.ts';
import css from './Status.module.css';

/** The link at the foot of a founder's own pages. */
export function WayHome({ children }: { children: string }) {
  return (
    <p className={css.home}>
      <a className={css.quiet} href={paths.home}>
        {children}
      </a>
    </p>
  );
}
