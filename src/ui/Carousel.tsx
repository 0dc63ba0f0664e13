import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import useEmblaCarousel from 'embla-carousel-react';
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
  const [start, setStart] = useState<number>();
  const [said, setSaid] = useState('');
  const ready = start !== undefined;
  const [strip, embla] = useEmblaCarousel({ loop: true, align: 'center', active: ready, startIndex: start ?? 0, duration: 30 });
  const [node, setNode] = useState<HTMLElement | null>(null);
  const next = useRef<HTMLButtonElement>(null);
  /** Whether the strip had the focus when Embla took over. */
  const hadFocus = useRef(false);
  const attach = useCallback(
    (element: HTMLElement | null) => {
      strip(element);
      setNode(element);
    },
    [strip],
  );

  // Embla starts at the picture that was scrolled to, before the next frame is drawn.
  useLayoutEffect(() => {
    if (!node) return;
    const first = node.querySelector('[role="group"]');
    setStart(Math.round(node.scrollLeft / (first?.getBoundingClientRect().width || 1)));
    node.scrollLeft = 0;
    hadFocus.current = document.activeElement === node;
  }, [node]);

  // The strip is no longer focusable, and the browser would move the focus to the top of the page. The buttons are visible from now on.
  useLayoutEffect(() => {
    if (ready && hadFocus.current) next.current?.focus();
  }, [ready]);

  const step = (by: -1 | 1) => {
    if (!embla) return;
    const jump = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (by < 0) embla.scrollPrev(jump);
    else embla.scrollNext(jump);
    const index = embla.selectedScrollSnap();
    setSaid(`${index + 1} of ${slides.length}: ${slides[index]?.caption}`);
  };

  return (
    <div className={`${css.carousel} ${ready ? css.ready : ''}`} role="group" aria-roledescription="carousel" aria-labelledby={headingId}>
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
      <div className={css.strip} ref={attach} {...(!ready && { tabIndex: 0, role: 'region', 'aria-label': 'Pictures, scroll sideways' })}>
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
