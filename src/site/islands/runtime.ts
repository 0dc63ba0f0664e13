/*
 * The inline script of a page with islands: it fetches an island's component and React, and hydrates it, when the island's directive says
 * so. Astro's own runtime covers every directive and kind of value in 4.5 KB (docs/decisions/0002-small-islands.md). Props are plain JSON
 * in Astro's serialization: [0, value] or [1, array]. `Astro` holds the directives of the page, such as Astro's own `client:visible`.
 */
(() => {
  type Serialized = [0, unknown] | [1, Serialized[]];
  type Directive = (load: () => Promise<() => unknown>, options: object, island: Element) => void;

  const revive = ([type, value]: Serialized): unknown => {
    if (type) return value.map(revive);
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revive(inner as Serialized)]));
    return value;
  };
  const start = () =>
    document.querySelectorAll('astro-island').forEach((island) => {
      const read = (name: string) => island.getAttribute(name) as string;
      (self as unknown as { Astro: Record<string, Directive> }).Astro[read('client')]!(
        async () => {
          const [component, renderer] = await Promise.all([import(read('component-url')), import(read('renderer-url'))]);
          return () =>
            renderer.default(island)(
              component[read('component-export')],
              revive([0, JSON.parse(read('props'))]),
              {},
              { client: read('client') },
            );
        },
        {},
        island,
      );
    });
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
  else start();
})();
