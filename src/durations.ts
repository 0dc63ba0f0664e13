/** Durations in milliseconds. Not for calendar days, which last 23 or 25 hours when the clock changes: Temporal adds those. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * A stored time that is further ahead than it can be, and by more than this, is from a clock that was ahead and has been corrected. The
 * clocks of two instances differ by far less.
 */
export const wrongClockMs = 60 * minuteMs;
