import { fileURLToPath } from 'node:url';

const preload = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url));

/** The environment of a site whose clock starts at an instant. */
export const clockAt = (instant: Date): Record<string, string> => ({
  NODE_OPTIONS: `--import=${preload}`,
  CLOCK_STARTS_AT: instant.toISOString(),
});
