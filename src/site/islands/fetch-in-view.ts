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
  const scripts = new Set<string>();
  let wanted = ['component-url', 'renderer-url'].map((name) => new URL(island.getAttribute(name)!, location.href).href);
  while (wanted.length > 0) {
    for (const script of wanted) scripts.add(script);
    const imports = await Promise.all(wanted.map(fetchImports));
    wanted = [...new Set(imports.flat())].filter((script) => !scripts.has(script));
  }
}

/** Fetches a built script. Returns the addresses that it imports. Rejects also if a later build no longer has the script. */
async function fetchImports(script: string): Promise<string[]> {
  const response = await fetch(script);
  if (!response.ok) throw new Error(`${script}: ${response.status}`);
  const code = await response.text();
  return [...code.matchAll(/from"(\.[^"]+)"/gu)].map(([, path]) => new URL(path!, script).href);
}
