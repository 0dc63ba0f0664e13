/**
 * Placeholders in an editor's words: a name between braces, as in "Hello {firstName}". Each schema allows only the names that its text gets values
 * for.
 */

/** Returns the text with each placeholder replaced by its value. */
export function interpolate<Name extends string>(text: string, values: Readonly<Record<Name, string>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => (values as Record<string, string>)[name] ?? '');
}

/** Returns the first placeholder that is none of these names, or the first brace without its other half. */
export function unknownPlaceholder(text: string, names: readonly string[]): string | undefined {
  const braced = [...text.matchAll(/\{([^{}]*)\}|[{}]/gu)];
  return braced.find(([, name]) => name === undefined || !names.includes(name))?.[0];
}
