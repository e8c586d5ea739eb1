import { ApiError } from "../api-error.ts";
import { type AtHand, goOn } from "../at-hand.ts";
import type { Charge, RateLimiter } from "../limits/rate-limiter.ts";
import type { Verdict } from "../limits/verdict.ts";

/**
 * Counts a request against the company's budgets and adds headers about the tighter one (contract, Rate limits; decisions D40).
 *
 * @param headers gets `RateLimit-*`, and `Retry-After` when the call is refused
 * @returns a promise when the budgets are counted elsewhere
 * @throws ApiError `RATE_LIMIT_EXCEEDED`
 * @throws ChargeTooLargeError for more calls than a whole budget
 */
export function chargeBudgets(
  limiter: RateLimiter,
  companyId: number,
  charge: Charge,
  headers: Record<string, string>,
): AtHand<void> {
  return goOn(limiter.take(companyId, charge), (verdict) => applyVerdict(verdict, headers));
}

function applyVerdict(verdict: Verdict, headers: Record<string, string>): void {
  if (verdict.limit > 0) {
    headers["ratelimit-limit"] = String(verdict.limit);
    headers["ratelimit-remaining"] = String(verdict.remaining);
    headers["ratelimit-reset"] = String(verdict.resetSeconds);
  }
  if (!verdict.allowed) {
    const seconds = verdict.retryAfterSeconds ?? 1;
    headers["retry-after"] = String(seconds);
    throw new ApiError(
      "RATE_LIMIT_EXCEEDED",
      `The company's budget of calls is used up. Try again in ${seconds} s.`,
    );
  }
}
