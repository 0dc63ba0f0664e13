import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { registerAnchor } from '../../paths.ts';
import { CallToAction } from '../../ui/Button.tsx';
import { UnbrokenText } from '../../ui/UnbrokenText.tsx';
import type { Availability } from '../phases.ts';
import desk from '../art/desk.svg?raw';
import css from './Hero.module.css';

interface Props {
  workshop: WorkshopContent;
  availability: Availability;
  /** The text of the link to the form. */
  button: string;
}

/**
 * The first screen: the workshop, its day and time, and the link to the form. A notice, such as that it is over, is above the headline. The
 * day is not beside a link to the form for the next workshop, where it would be read as the day of that one.
 */
export function Hero({ workshop, availability: { isOpen, isForNext, notice }, button }: Props) {
  return (
    <section className={css.hero} id="hero" aria-labelledby="hero-heading">
      <div className={css.words}>
        {notice && (
          <p className={css.notice}>
            <strong>{notice.title}.</strong> <UnbrokenText>{notice.text}</UnbrokenText>
          </p>
        )}
        <p className="overline">{workshop.banner}</p>
        <h1 className={css.headline} id="hero-heading">
          {workshop.headline}
        </h1>
        <p className={css.text}>{workshop.text}</p>
        <div className={css.press}>
          {isOpen && <CallToAction href={`#${registerAnchor}`}>{button}</CallToAction>}
          {!isForNext && (
            <p className={css.when}>
              {workshop.dateText}
              <br />
              {workshop.timeText}
            </p>
          )}
        </div>
      </div>
      {/* In the HTML, since its sky follows the color scheme and its wall is the page. It adds nothing to the words, so it is not read out. */}
      <div className={`screen-only ${css.desk}`} aria-hidden="true" dangerouslySetInnerHTML={{ __html: desk }} />
    </section>
  );
}
