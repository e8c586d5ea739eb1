import { type Budget, checkSize, countOf, listApplicableBudgets } from "./applicable-budgets.ts";
import type { Charge, RateBudgets, RateLimiter } from "./rate-limiter.ts";
import { type BudgetWindow, buildVerdict } from "./verdict.ts";

const sweepIntervalMs = 60_000;

interface NamedWindow extends BudgetWindow {
  name: Budget["name"];
}

interface CompanyWindows {
  anyCall: NamedWindow[];
  /** The same objects as in `anyCall`, and the search windows. */
  searchCall: NamedWindow[];
}

/**
 * Counts in this process only (decisions D41), synchronously. Keeps the companies that called within the last hour, about 500 bytes
 * each.
 *
 * @param now milliseconds of any epoch
 */
export function memoryRateLimiter(budgets: RateBudgets, now: () => number): RateLimiter {
  const applicable = listApplicableBudgets(budgets);
  const companies = new Map<number, CompanyWindows>();
  let nextSweepMs = now() + sweepIntervalMs;

  function addCompany(companyId: number, nowMs: number): CompanyWindows {
    if (nowMs >= nextSweepMs) {
      nextSweepMs = nowMs + sweepIntervalMs;
      sweep(companies, nowMs);
    }
    const searchCall = applicable.searchCall.map((budget) => ({ ...budget, used: 0, endsAtMs: 0 }));
    const anyCall = searchCall.filter(({ name }) =>
      applicable.anyCall.some((budget) => budget.name === name),
    );
    const added = { anyCall, searchCall };
    companies.set(companyId, added);
    return added;
  }

  return {
    take(companyId, charge) {
      checkSize(applicable.searchCall, charge);
      const nowMs = now();
      const company = companies.get(companyId) ?? addCompany(companyId, nowMs);
      const windows = charge.searches > 0 ? company.searchCall : company.anyCall;
      const refusing = findRefusing(windows, charge, nowMs);
      if (refusing === undefined) {
        chargeAll(windows, charge, nowMs);
      }
      return buildVerdict(refusing, windows, nowMs);
    },
    async readHourlyUse(companyId) {
      const nowMs = now();
      const windows = companies.get(companyId)?.searchCall ?? [];
      const readUsed = (name: Budget["name"]) => {
        const window = windows.find((one) => one.name === name);
        return window === undefined || window.endsAtMs <= nowMs ? 0 : window.used;
      };
      return { hourly: readUsed("hourly"), searchHourly: readUsed("searchHourly") };
    },
    isReady: () => true,
    close: async () => companies.clear(),
  };
}

/** Checks every window before any is charged, so that a refused call is charged nowhere. @returns the first that refuses */
function findRefusing(windows: NamedWindow[], charge: Charge, nowMs: number): BudgetWindow | undefined {
  let refusing: BudgetWindow | undefined;
  for (const window of windows) {
    const leftMs = window.endsAtMs - nowMs;
    // More time left than the length of a window means that the clock was set back.
    if (leftMs <= 0 || leftMs > window.lengthSeconds * 1000) {
      window.used = 0;
    }
    if (window.used + countOf(window, charge) > window.limit) {
      refusing ??= window;
    }
  }
  return refusing;
}

/** A window begins with the first call it counts. */
function chargeAll(windows: NamedWindow[], charge: Charge, nowMs: number): void {
  for (const window of windows) {
    if (window.used === 0) {
      window.endsAtMs = nowMs + window.lengthSeconds * 1000;
    }
    window.used += countOf(window, charge);
  }
}

function sweep(companies: Map<number, CompanyWindows>, nowMs: number): void {
  for (const [companyId, { searchCall }] of companies) {
    if (searchCall.every((window) => window.endsAtMs <= nowMs)) {
      companies.delete(companyId);
    }
  }
}
