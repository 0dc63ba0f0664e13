import { paths } from '../paths.ts';
import { Linkify } from '../ui/Linkify.tsx';
import { HouseDrawing } from './HouseDrawing.tsx';
import css from './ErrorPage.module.css';

interface Props {
  heading: string;
  /** Whether the heading is a number, which is set larger than words. */
  isNumber?: boolean;
  text: string;
  /** What the visitor can do, if the text does not say it. */
  hint?: string | undefined;
  /** The text of the link to the front page. */
  backText: string;
  contactEmail: string;
}

/**
 * An error page: the house at night with one window lit, and links to the front page and to us. A refused post or a form that is
 * gone may show it in the frame, so its links open in the whole window.
 */
export function ErrorPage({ heading, isNumber = false, text, hint, backText, contactEmail }: Props) {
  return (
    <div className={css.night}>
      <div className={css.words}>
        <h1 className={isNumber ? css.number : css.heading}>{heading}</h1>
        <p className={css.text}>{text}</p>
        {hint && <p className={css.text}>{hint}</p>}
        <p className={css.ways}>
          <a className="strong" href={paths.home} target="_top">
            {backText}
          </a>
          <span>
            <Linkify address={contactEmail}>{`or write to ${contactEmail}`}</Linkify>
          </span>
        </p>
      </div>
      <HouseDrawing />
    </div>
  );
}
