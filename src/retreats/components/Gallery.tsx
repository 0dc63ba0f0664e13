import { Carousel, type Slide } from '../../ui/Carousel.tsx';
import css from './Gallery.module.css';

/** Pictures of the retreat, across the whole width. */
export function Gallery({ heading, slides }: { heading: string; slides: Slide[] }) {
  return (
    <section className={`screen-only ${css.gallery}`} id="gallery" aria-labelledby="gallery-heading">
      <Carousel heading={heading} headingId="gallery-heading" slides={slides} />
    </section>
  );
}
