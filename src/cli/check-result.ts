/** What a check of `doctor` found. `warn` is worth knowing; `fix` keeps the site from working. */
export interface CheckResult {
  state: 'ok' | 'warn' | 'fix';
  message: string;
}

export const ok = (message: string): CheckResult => ({ state: 'ok', message });
export const warn = (message: string): CheckResult => ({ state: 'warn', message });
export const fix = (message: string): CheckResult => ({ state: 'fix', message });

/** A result as it is printed. */
export interface NamedResult extends CheckResult {
  name:
    'dates' | 'settings' | 'data folder' | 'store' | 'deliveries' | 'retention' | 'workshops' | 'mail' | 'provider' | 'content' | 'site';
}

/** Yields results with the name of their check. */
export async function* named(
  name: NamedResult['name'],
  results: AsyncIterable<CheckResult> | Iterable<CheckResult | Promise<CheckResult>>,
): AsyncGenerator<NamedResult> {
  for await (const { state, message } of results) yield { name, state, message };
}
