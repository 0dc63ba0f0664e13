import type { ClientDirective } from 'astro';
import { fetchInView } from './fetch-in-view.ts';
import { hydrateOnce } from './hydrate-once.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: boolean;
  }
}

/** What a visitor can do in a form before its component is ready. An invalid field is the browser's refusal of a submission. */
const touches = ['pointerdown', 'focusin', 'focusout', 'input', 'invalid', 'submit'] as const;

/** A submission waits for the scripts for at most this time. A connection that stalls would otherwise keep it forever. */
const maxWaitMs = 15_000;

/**
 * The directive `client:touch`, for a form that works without script: its files are fetched when it comes into view, and run when a visitor
 * first touches it. The component sends a bubbling `hydrated` event when it is ready. What happened before is then repeated for it; a
 * submission waits for it, and the button shows that. Without its files, the form is submitted as it is without script.
 */
const touch: ClientDirective = (load, _options, island) => {
  const form = island.querySelector('form')!;
  const button = form.querySelector('button')!;
  const early: Event[] = [];
  let isSubmitted = false;
  const before = new AbortController();
  const finish = () => {
    if (before.signal.aborted) return;
    before.abort();
    button.removeAttribute('aria-disabled');
    for (const event of early) event.target?.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
    if (isSubmitted) form.requestSubmit();
  };
  const hydrate = hydrateOnce(load, finish);
  const onTouch = (event: Event) => {
    if (event.type === 'submit' || event.type === 'invalid') {
      event.preventDefault();
      event.stopPropagation();
      if (!isSubmitted) setTimeout(finish, maxWaitMs);
      isSubmitted = true;
      button.setAttribute('aria-disabled', 'true');
    } else if (event.type !== 'pointerdown') early.push(event);
    void hydrate();
  };
  for (const type of touches) island.addEventListener(type, onTouch, { capture: true, signal: before.signal });
  island.addEventListener('hydrated', finish, { signal: before.signal });
  if (form.contains(document.activeElement)) void hydrate();

  // A failure changes nothing: the first touch fetches the scripts again.
  fetchInView(island, form).catch(() => undefined);
};

export default touch;
