import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { CallToAction } from '../../ui/CallToAction.tsx';
import { registerAnchor } from '../../paths.ts';
import { DeskByTheWindow } from './DeskByTheWindow.tsx';
import type { Standing } from '../phases.ts';
import css from './Hero.module.css';

interface Props {
  workshop: WorkshopContent;
  standing: Standing;
}

/** The first screen: what it is, when it is, and the one thing to press. A workshop that is over says so before its headline. */
export function Hero({ workshop, standing: { open, notice } }: Props) {
  return (
    <section className={css.hero} id="hero" aria-labelledby="hero-heading">
      <div className={css.column}>
        <div className={css.words}>
          {notice && (
            <p className={css.notice}>
              <strong>{notice.title}.</strong> {notice.text}
            </p>
          )}
          <p className={css.banner}>{workshop.banner}</p>
          <h1 className={css.headline} id="hero-heading">
            {workshop.headline}
          </h1>
          <p className={css.text}>{workshop.text}</p>
          <div className={css.press}>
            {open && <CallToAction href={`#${registerAnchor}`}>{workshop.form.button}</CallToAction>}
            <p className={css.when}>
              {workshop.dateText}
              <br />
              {workshop.timeText}
            </p>
          </div>
        </div>
        <DeskByTheWindow />
      </div>
    </section>
  );
}
