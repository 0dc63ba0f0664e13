import css from './CallToAction.module.css';

interface Props {
  href: string;
  children: string;
}

/** The one clay button of a page. It is a link: it leads to the form, with or without script. */
export function CallToAction({ href, children }: Props) {
  return (
    <a className={css.action} href={href}>
      {children}
    </a>
  );
}
