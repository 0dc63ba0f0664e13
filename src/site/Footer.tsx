import type { SiteContent } from '../content/schemas/site.ts';
import { paths } from '../paths.ts';
import { Logo } from './Logo.tsx';
import css from './Footer.module.css';

interface Props {
  site: Pick<SiteContent, 'name' | 'footerYear' | 'footerText' | 'contactEmail'>;
  /** Whether the page can be in the frame of the retreat page, which the links must leave. */
  isFramed?: boolean | undefined;
}

/** The footer of every page. The year is content, since the organizer decides when it changes. */
export default function Footer({ site, isFramed }: Props) {
  const target = isFramed ? '_top' : undefined;
  return (
    <footer className={`screen-only ${css.footer}`}>
      <a className={css.logo} href={paths.home} target={target}>
        <Logo name={site.name} />
      </a>
      <ul className={css.links}>
        <li>
          <a className="standalone" href={`mailto:${site.contactEmail}`} target={target}>
            {site.contactEmail}
          </a>
        </li>
        <li>
          <a className="standalone" href={paths.privacy} target={target}>
            Privacy
          </a>
        </li>
        <li>
          <a className="standalone" href={paths.accessibility} target={target}>
            Accessibility
          </a>
        </li>
      </ul>
      <p>{`© ${site.footerYear} ${site.footerText}`}</p>
    </footer>
  );
}
