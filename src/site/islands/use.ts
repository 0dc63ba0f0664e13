import type { ClientDirective } from 'astro';
import { fetchInView } from './fetch-in-view.ts';
import { hydrateOnce } from './hydrate-once.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:use'?: boolean;
  }
}

/** A swipe begins with a pointer too, but script must not take over the strip under the finger: `scrollend` is when it has ended. */
const uses = ['click', 'focusin', 'scrollend'] as const;

/**
 * The directive `client:use`, for a component that does most of its work by touch without script: its scripts are fetched when it comes into
 * view, and run when a visitor first uses it; if the visitor has a mouse, immediately. The attribute `data-usable` says that they have been
 * fetched, so that its buttons can be shown. The component sends a bubbling `hydrated` event when it is ready; early clicks on its buttons
 * are then repeated for it.
 */
const use: ClientDirective = async (load, _options, island) => {
  const clicked: Element[] = [];
  const before = new AbortController();
  const hydrate = hydrateOnce(load);
  const onUse = ({ type, target }: Event) => {
    if (type === 'click') clicked.push(target as Element);
    void hydrate();
  };
  const finish = () => {
    before.abort();
    for (const element of clicked) element.closest('button')?.click();
  };
  for (const type of uses) island.addEventListener(type, onUse, { capture: true, signal: before.signal });
  island.addEventListener('hydrated', finish, { signal: before.signal });
  try {
    await fetchInView(island, island.firstElementChild!);
  } catch {
    // The component stays as it is without script. The first use fetches the scripts again.
    return;
  }
  island.toggleAttribute('data-usable', true);
  if (matchMedia('(hover: hover)').matches) void hydrate();
};

export default use;
