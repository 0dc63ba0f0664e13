const hour = 60 * 60_000;
const day = 24 * hour;

/** When the organizer is told of what came on the day (UTC) of `received`: at six in the morning, UTC, she is asleep in Texas, and finds the mail when she gets up. */
export function digestTime(received: Date): Date {
  return new Date(Math.floor(received.getTime() / day) * day + day + 6 * hour);
}
