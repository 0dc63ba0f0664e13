/**
 * Fetches the scripts of an island when an element of it comes into view, so that they can run later, even if the visitor is offline by
 * then. Resolves when the browser's cache has them, and rejects if one could not be fetched. `modulepreload` would leave out their imports.
 */
export async function fetchInView(island: Element, element: Element): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
  const scripts = new Set([island.getAttribute('component-url')!, island.getAttribute('renderer-url')!]);
  // The loop visits what is added to the set as well.
  for (const script of scripts) for (const imported of await fetchImports(script)) scripts.add(imported);
}

/**
 * Fetches a built script. Returns the addresses that it imports. Rejects if it cannot be fetched, for example because a later build no
 * longer has it.
 */
async function fetchImports(script: string): Promise<string[]> {
  const response = await fetch(script);
  if (!response.ok) throw new Error(`${script}: ${response.status}`);
  const code = await response.text();
  return [...code.matchAll(/from"(\.[^"]+)"/gu)].map(([, path]) => new URL(path!, response.url).href);
}
