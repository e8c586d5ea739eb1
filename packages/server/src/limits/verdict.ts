/** Whether a call is allowed, and what the response says about the tighter window. */
export interface Verdict {
  allowed: boolean;
  /**
   * For `Retry-After`; null when allowed. 3600 when an hourly window is used up, also if a burst window is too, since a call after
   * one second would be refused again.
   */
  retryAfterSeconds: 1 | 3600 | null;
  /** For `RateLimit-Limit`; 0 when every budget that applies is off, and no `RateLimit-*` header is sent. */
  limit: number;
  /** For `RateLimit-Remaining`. */
  remaining: number;
  /** For `RateLimit-Reset`: whole seconds until the window ends, rounded up. */
  resetSeconds: number;
}

/** One budget of one company, counted from its first call to its end (decisions D40: fixed, aligned to the first call). */
export interface BudgetWindow {
  /** Above 0. */
  limit: number;
  lengthSeconds: 1 | 3600;
  used: number;
  endsAtMs: number;
}

const unlimited: Verdict = Object.freeze({
  allowed: true,
  retryAfterSeconds: null,
  limit: 0,
  remaining: 0,
  resetSeconds: 0,
});

/**
 * Describes the window that refuses a call; of a call that is allowed, the window with the smallest share of calls left, and of equal
 * ones the first.
 *
 * @param refusing the first window that refuses the call; undefined: it is allowed
 * @param windows hourly ones first, so that a caller who used up both gets the longer wait
 */
export function buildVerdict(
  refusing: BudgetWindow | undefined,
  windows: readonly BudgetWindow[],
  nowMs: number,
): Verdict {
  const tighter = refusing ?? findTightest(windows);
  if (tighter === undefined) {
    return unlimited;
  }
  return {
    allowed: refusing === undefined,
    retryAfterSeconds: refusing === undefined ? null : tighter.lengthSeconds,
    limit: tighter.limit,
    remaining: Math.max(0, tighter.limit - tighter.used),
    resetSeconds: Math.ceil((tighter.endsAtMs - nowMs) / 1000),
  };
}

function findTightest(windows: readonly BudgetWindow[]): BudgetWindow | undefined {
  let tightest: BudgetWindow | undefined;
  let largestShare = -1;
  for (const window of windows) {
    const share = Math.min(1, window.used / window.limit);
    if (share > largestShare) {
      tightest = window;
      largestShare = share;
    }
  }
  return tightest;
}
