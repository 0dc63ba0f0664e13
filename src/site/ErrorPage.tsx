import { paths } from '../paths.ts';
import { Linkify } from '../ui/Linkify.tsx';
import { HouseDrawing } from './HouseDrawing.tsx';
import css from './ErrorPage.module.css';

interface Props {
  heading: string;
  /** Whether the heading is only a number, which can be set larger than words. */
  isLarge?: boolean;
  text: string;
  /** What the visitor can do, if the text does not say it. */
  hint?: string | undefined;
  /** The text of the link to the front page. */
  back: string;
  contactEmail: string;
}

/**
 * An error page: the house at night with one window lit, and links to the front page and to us. A refused post or a form that is
 * gone may show it in the frame, which the links leave.
 */
export function ErrorPage({ heading, isLarge = false, text, hint, back, contactEmail }: Props) {
  return (
    <div className={css.night}>
      <div className={css.words}>
        <h1 className={isLarge ? css.number : css.heading}>{heading}</h1>
        <p className={css.text}>{text}</p>
        {hint && <p className={css.text}>{hint}</p>}
        <p className={css.ways}>
          <a className="strong" href={paths.home} target="_top">
            {back}
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
