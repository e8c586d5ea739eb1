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

/** What a request is counted as: a batch is several calls (decisions D60). */
export interface Charge {
  /** At least 1. */
  calls: number;
  /** How many of the calls are searches: `GET /v1/tools` and `GET /v1/applications` with a `search` that is not blank. */
  searches: number;
}

export const oneCall: Charge = Object.freeze({ calls: 1, searches: 0 });
export const oneSearch: Charge = Object.freeze({ calls: 1, searches: 1 });

/** The calls that were counted in the hour that runs; 0 where the budget is off. */
export interface HourlyUse {
  hourly: number;
  searchHourly: number;
}

/** Counts the calls of companies against their budgets. */
export interface RateLimiter {
  /**
   * Counts the calls in every budget, or in none if one of them refuses them.
   *
   * @throws ChargeTooLargeError for more calls than a whole budget
   * @throws RateLimiterUnavailableError when the shared counters cannot be reached
   */
  take(companyId: number, charge: Charge): Verdict | Promise<Verdict>;
  /** Reads what is used, and counts nothing. Null when the shared counters cannot be reached. */
  readHourlyUse(companyId: number): Promise<HourlyUse | null>;
  /** Whether calls can be counted; for the readiness probe. */
  isReady(): boolean | Promise<boolean>;
  close(): Promise<void>;
}

/** A budget would refuse so many calls at any time. Its message says which. */
export class ChargeTooLargeError extends Error {
  override readonly name = "ChargeTooLargeError";
}

/** The shared counters cannot be reached. Nothing was done for the call, so it can be repeated. */
export class RateLimiterUnavailableError extends Error {
  override readonly name = "RateLimiterUnavailableError";
}
