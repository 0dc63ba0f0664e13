/** The scripts that are written from right to left (Hebrew to Arabic and their presentation forms, and those beyond the basic plane). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns typed text so that it does not reorder the words beside it (UAX 9): without its own direction marks, and inside FIRST STRONG
 * ISOLATE if it is written from right to left. In HTML, `bdi` does the same.
 */
export function isolate(text: string): string {
  const plain = text.replaceAll(/\p{Bidi_Control}/gu, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/**
 * Returns an editor's words with each placeholder, a name between braces as in "Hello {firstName}", replaced by its value. Each schema allows
 * only the names that its text gets values for.
 */
export function interpolate<Name extends string>(text: string, values: Readonly<Record<Name, string>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => isolate((values as Record<string, string>)[name] ?? ''));
}

/** Returns the first placeholder that is not one of these names, or the first unmatched brace. */
export function unknownPlaceholder(text: string, names: readonly string[]): string | undefined {
  const braced = [...text.matchAll(/\{([^{}]*)\}|[{}]/gu)];
  return braced.find(([, name]) => name === undefined || !names.includes(name))?.[0];
}
