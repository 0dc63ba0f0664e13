import { useEffect, useRef, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel';
import { Picture, type PictureSource } from './Picture.tsx';
import css from './Carousel.module.css';

export interface Slide {
  picture: PictureSource;
  caption: string;
}

/**
 * A strip that scrolls and snaps without script. Hydrated, it loops and its buttons work (ARIA APG, carousel). They are visible once
 * `client:use` has their script, in a space that is reserved, so that nothing shifts. Until the strip is hydrated it is focusable, and passes
 * the focus on to a button.
 */
export function Carousel({ heading, headingId, slides }: { heading: string; headingId: string; slides: Slide[] }) {
  const strip = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const carousel = useRef<EmblaCarouselType>(undefined);
  const [isReady, setIsReady] = useState(false);
  const [announcement, setAnnouncement] = useState('');

  // After hydration, so that the browser can draw a frame before Embla measures the slides: together they are a long task on a slow phone.
  // React does not allow `flushSync` inside an effect, so one microtask does it all: neither the focus nor a frame can come in between.
  useEffect(() => {
    queueMicrotask(() => {
      const node = strip.current;
      if (!node) return;
      // Embla starts at the picture that was scrolled to.
      const slideWidth = node.firstElementChild?.firstElementChild?.getBoundingClientRect().width;
      const startIndex = Math.round(node.scrollLeft / (slideWidth || 1));
      const hadFocus = document.activeElement === node;
      flushSync(() => setIsReady(true));
      carousel.current = EmblaCarousel(node, { loop: true, align: 'center', startIndex, duration: 30 });
      // The strip is no longer focusable, and the browser would move the focus to the top of the page. The buttons are visible from now on.
      if (hadFocus) next.current?.focus();
      node.dispatchEvent(new Event('hydrated', { bubbles: true }));
    });
    return () => carousel.current?.destroy();
  }, []);

  const step = (by: -1 | 1) => {
    const embla = carousel.current;
    if (!embla) return;
    const jump = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (by < 0) embla.scrollPrev(jump);
    else embla.scrollNext(jump);
    const index = embla.selectedScrollSnap();
    setAnnouncement(`${index + 1} of ${slides.length}: ${slides[index]?.caption}`);
  };

  return (
    <div className={`${css.carousel} ${isReady ? css.ready : ''}`} role="group" aria-roledescription="carousel" aria-labelledby={headingId}>
      <h2 id={headingId} className={css.head}>
        {heading}
      </h2>
      <div className={css.buttons}>
        <Button name="Previous picture" arrow="M22 8 12 18l10 10" onClick={() => step(-1)} />
        <Button ref={next} name="Next picture" arrow="m14 8 10 10-10 10" onClick={() => step(1)} />
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div className={css.strip} ref={strip} {...(!isReady && { tabIndex: 0, role: 'region', 'aria-label': 'Pictures, scroll sideways' })}>
        <div className={css.slides}>
          {slides.map(({ picture, caption }, index) => (
            <div
              key={picture.src}
              className={css.slide}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
            >
              <figure>
                <Picture picture={picture} />
                <figcaption>
                  <span aria-hidden="true">{index + 1}</span>
                  {caption}
                </figcaption>
              </figure>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function Button({ ref, name, arrow, onClick }: { ref?: Ref<HTMLButtonElement>; name: string; arrow: string; onClick: () => void }) {
  return (
    <button ref={ref} className={css.button} type="button" aria-label={name} onClick={onClick}>
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <path d={arrow} />
      </svg>
    </button>
  );
}
