import type { Verdict } from "./verdict.ts";

/** Calls allowed per company and window; 0 switches a budget off (decisions D40). */
export interface RateBudgets {
  /** Calls in one second. */
  burst: number;
  /** Calls in one hour. */
  hourly: number;
  /** Search calls in one second, in addition to `burst`. */
  searchBurst: number;
  /** Search calls in one hour, in addition to `hourly`. */
  searchHourly: number;
}

/** The calls that were counted in the hour that runs; 0 where the budget is off. */
export interface HourlyUse {
  hourly: number;
  searchHourly: number;
}

/** Counts the calls of companies against their budgets. */
export interface RateLimiter {
  /**
   * Counts one call in every budget, or in none if one of them refuses it.
   *
   * @param isSearch `GET /v1/tools` and `GET /v1/applications` with a `search` that is not blank
   * @throws RateLimiterUnavailableError when the shared counters cannot be reached
   */
  take(companyId: number, isSearch: boolean): Verdict | Promise<Verdict>;
  /** Reads what is used, and counts nothing. Null when the shared counters cannot be reached. */
  readHourlyUse(companyId: number): Promise<HourlyUse | null>;
  /** Whether calls can be counted; for the readiness probe. */
  isReady(): boolean | Promise<boolean>;
  close(): Promise<void>;
}

/** The shared counters cannot be reached. Nothing was done for the call, so it can be repeated. */
export class RateLimiterUnavailableError extends Error {
  override readonly name = "RateLimiterUnavailableError";
}
