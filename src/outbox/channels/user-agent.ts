import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How we name ourselves: a receiver that wonders who asks finds us (RFC 9110, 10.1.5). */
export function agentOf(siteUrl: string): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string };
  return `FounderHouse-Relay/${version} (+${siteUrl})`;
}
