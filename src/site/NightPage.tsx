import { paths } from '../paths.ts';
import { House } from './House.tsx';
import css from './NightPage.module.css';

interface Props {
  heading: string;
  /** Whether the heading is no more than a number, which may be set as large as a house number. */
  large?: boolean;
  text: string;
  /** The words of the link home. */
  back: string;
  contactEmail: string;
}

/** A page for what went wrong: the house at night, one window lit, and the way back to it. A refused post may show it in the frame, which the link leaves. */
export function NightPage({ heading, large = false, text, back, contactEmail }: Props) {
  return (
    <div className={css.night}>
      <div className={css.words}>
        <h1 className={large ? css.number : css.heading}>{heading}</h1>
        <p className={css.text}>{text}</p>
        <p className={css.ways}>
          <a className={css.back} href={paths.home} target="_top">
            {back}
          </a>
          <span>
            or write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          </span>
        </p>
      </div>
      <House />
    </div>
  );
}
