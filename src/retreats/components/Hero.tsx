import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { CallToAction } from '../../ui/Button.tsx';
import house from '../art/hero.svg?raw';
import css from './Hero.module.css';

interface Props {
  hero: RetreatContent['hero'];
  action: { href: string; text: string };
  /** A notice that every seat is taken, or that the retreat is over. */
  notice?: string | undefined;
}

/** The first screen: the house at dusk, with the words in its sky. The drawing is in the HTML, so that it appears with the text. */
export function Hero({ hero, action, notice }: Props) {
  return (
    <section className={css.hero} id="hero" aria-labelledby="hero-heading">
      <div className={css.scene}>
        <div className={css.words}>
          <p className={css.eyebrow}>{hero.eyebrow}</p>
          <h1 className={css.title} id="hero-heading">
            {hero.title}
          </h1>
          <p className={css.text}>{hero.text}</p>
          {hero.capacity.visible && <p className={css.text}>{hero.capacity.text}</p>}
          {notice && (
            <p className={css.text}>
              <strong>{notice}</strong>
            </p>
          )}
          <CallToAction href={action.href}>{action.text}</CallToAction>
        </div>
        {/* After the words in the HTML: a browser that paints before the whole page has arrived shows the words. */}
        <div className={`screen-only ${css.art}`} dangerouslySetInnerHTML={{ __html: house }} />
      </div>
      <ul className={css.facts} role="list">
        {hero.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
}
