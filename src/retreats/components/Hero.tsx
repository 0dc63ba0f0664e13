import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { waitlistAnchor } from '../../paths.ts';
import { CallToAction } from '../../ui/CallToAction.tsx';
import house from '../art/hero.svg?raw';
import css from './Hero.module.css';

interface Props {
  hero: RetreatContent['hero'];
  callToAction: string;
}

/** The first screen: the house at dusk, and the words in its sky. Drawn in the page itself, so that it is there with the text. */
export function Hero({ hero, callToAction }: Props) {
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
          <CallToAction href={`#${waitlistAnchor}`}>{callToAction}</CallToAction>
        </div>
        {/* Behind the words, and after them: a browser that paints what it has so far shows the words. */}
        <div className={css.art} dangerouslySetInnerHTML={{ __html: house }} />
      </div>
      <ul className={css.facts} role="list">
        {hero.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
}
