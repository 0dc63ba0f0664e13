/** What a check of `doctor` found. `warn` is worth knowing; `fix` keeps the site from working. */
export interface Finding {
  state: 'ok' | 'warn' | 'fix';
  message: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warn = (message: string): Finding => ({ state: 'warn', message });
export const fix = (message: string): Finding => ({ state: 'fix', message });

/** A finding as it is printed. */
export interface NamedFinding extends Finding {
  name:
    'dates' | 'settings' | 'data folder' | 'store' | 'deliveries' | 'retention' | 'workshops' | 'mail' | 'provider' | 'content' | 'site';
}

/** Yields findings with the name of their check. */
export async function* named(
  name: NamedFinding['name'],
  findings: AsyncIterable<Finding> | Iterable<Finding | Promise<Finding>>,
): AsyncGenerator<NamedFinding> {
  for await (const { state, message } of findings) yield { name, state, message };
}
