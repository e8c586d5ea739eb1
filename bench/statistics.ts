/** Smallest, median and largest of several measurements. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  return { min: percentile(sorted, 0), median: percentile(sorted, 50), max: percentile(sorted, 100) };
}

/** The nearest-rank percentile of sorted values; NaN when there are none. */
export function percentile(sorted: ArrayLike<number>, percent: number): number {
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}
