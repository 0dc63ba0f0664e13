/** Durations in milliseconds. Not for calendar days, which last 23 or 25 hours when the clock changes: Temporal adds those. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
