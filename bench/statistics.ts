/** Returns the median; for an even count, the mean of the two middle values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  return sorted.length % 2 === 1 ? (sorted[Math.floor(half)] as number) : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
}

/** Returns "median (min–max)". */
export function spread(values: number[], digits = 0): string {
  return `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
}

/** Returns a percentile by the nearest-rank method. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}
