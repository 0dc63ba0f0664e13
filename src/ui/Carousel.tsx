import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import { flushSync } from 'react-dom';
import EmblaCarousel from 'embla-carousel';
import type { EmblaCarouselType } from 'embla-carousel';
import { Picture, type PictureSource } from './Picture.tsx';
import css from './Carousel.module.css';

export interface Slide {
  picture: PictureSource;
  caption: string;
}

interface Props {
  heading: string;
  headingId: string;
  slides: Slide[];
}

/**
 * A strip that scrolls and snaps without script. Hydrated, it loops and gets buttons (ARIA APG, carousel). Until then their space is reserved,
 * so that nothing shifts, and the strip is focusable; it passes the focus on to a button.
 */
export function Carousel({ heading, headingId, slides }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const carousel = useRef<EmblaCarouselType>(undefined);
  /** Where the visitor is when Embla takes over: the index of the picture, and whether the strip has the focus. */
  const [start, setStart] = useState<{ index: number; hasFocus: boolean }>();
  const [said, setSaid] = useState('');

  // After hydration, so that the browser can draw a frame before Embla measures the slides: together they are a long task on a slow phone.
  useEffect(() => {
    // One task for the question and the answer, so that the focus cannot move between them. React does not allow `flushSync` inside an effect.
    queueMicrotask(() => {
      if (!strip.current) return;
      const { scrollLeft, firstElementChild } = strip.current;
      const slideWidth = firstElementChild?.firstElementChild?.getBoundingClientRect().width;
      const hasFocus = document.activeElement === strip.current;
      flushSync(() => setStart({ index: Math.round(scrollLeft / (slideWidth || 1)), hasFocus }));
    });
  }, []);

  // Embla starts at the picture that was scrolled to, before the next frame is drawn.
  useLayoutEffect(() => {
    if (!start || !strip.current) return undefined;
    strip.current.scrollLeft = 0;
    const embla = EmblaCarousel(strip.current, { loop: true, align: 'center', startIndex: start.index, duration: 30 });
    carousel.current = embla;
    // The strip is no longer focusable, and the browser would move the focus to the top of the page. The buttons are visible from now on.
    if (start.hasFocus) next.current?.focus();
    return () => embla.destroy();
  }, [start]);

  const step = (by: -1 | 1) => {
    const embla = carousel.current;
    if (!embla) return;
    const jump = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (by < 0) embla.scrollPrev(jump);
    else embla.scrollNext(jump);
    const index = embla.selectedScrollSnap();
    setSaid(`${index + 1} of ${slides.length}: ${slides[index]?.caption}`);
  };

  return (
    <div className={`${css.carousel} ${start ? css.ready : ''}`} role="group" aria-roledescription="carousel" aria-labelledby={headingId}>
      <h2 id={headingId} className={css.head}>
        {heading}
      </h2>
      <div className={css.buttons}>
        <Button name="Previous picture" arrow="M22 8 12 18l10 10" onClick={() => step(-1)} />
        <Button ref={next} name="Next picture" arrow="m14 8 10 10-10 10" onClick={() => step(1)} />
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className={css.strip} ref={strip} {...(!start && { tabIndex: 0, role: 'region', 'aria-label': 'Pictures, scroll sideways' })}>
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
