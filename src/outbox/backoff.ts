const second = 1000;
const longest = 30 * 60 * second;

/**
 * How long to wait after so many attempts, in milliseconds: twice as long each time, half an hour at most, and anything from half of it to all of it,
 * so that what failed together does not come back together.
 */
export function backoff(attempts: number, random: () => number = Math.random): number {
  const whole = Math.min(longest, 2 * second * 2 ** (attempts - 1));
  return whole * (0.5 + random() / 2);
}
