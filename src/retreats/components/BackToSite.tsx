import { paths } from '../../paths.ts';
import css from './Status.module.css';

/** The link at the foot of a founder's own pages. */
export const BackToSite = ({ children }: { children: string }) => (
  <p className={css.home}>
    <a className="standalone" href={paths.home}>
      {children}
    </a>
  </p>
);
