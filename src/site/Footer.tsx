import type { SiteContent } from '../content/schemas/site.ts';
import { paths } from '../paths.ts';
import { Logo } from './Logo.tsx';
import css from './Footer.module.css';

/** The footer of every page. The year is content, since the organizer decides when it changes. */
export default function Footer({ site }: { site: Pick<SiteContent, 'name' | 'footerYear' | 'footerText' | 'contactEmail'> }) {
  return (
    <footer className={`screen-only ${css.footer}`}>
      <a className={css.logo} href={paths.home}>
        <Logo name={site.name} />
      </a>
      <ul className={css.links}>
        <li>
          <a className="standalone" href={`mailto:${site.contactEmail}`}>
            {site.contactEmail}
          </a>
        </li>
        <li>
          <a className="standalone" href={paths.privacy}>
            Privacy
          </a>
        </li>
        <li>
          <a className="standalone" href={paths.accessibility}>
            Accessibility
          </a>
        </li>
      </ul>
      <p>{`© ${site.footerYear} ${site.footerText}`}</p>
    </footer>
  );
}
