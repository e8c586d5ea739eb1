import { type Budget, listApplicableBudgets } from "./applicable-budgets.ts";
import type { RateBudgets, RateLimiter } from "./rate-limiter.ts";
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
    take(companyId, isSearch) {
      const nowMs = now();
      const company = companies.get(companyId) ?? addCompany(companyId, nowMs);
      const windows = isSearch ? company.searchCall : company.anyCall;
      const allowed = checkAll(windows, nowMs);
      if (allowed) {
        chargeAll(windows, nowMs);
      }
      return buildVerdict(allowed, windows, nowMs);
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

/** Checks every window before any is charged, so that a refused call is charged nowhere. */
function checkAll(windows: BudgetWindow[], nowMs: number): boolean {
  let allowed = true;
  for (const window of windows) {
    const leftMs = window.endsAtMs - nowMs;
    // More time left than the length of a window means that the clock was set back.
    if (leftMs <= 0 || leftMs > window.lengthSeconds * 1000) {
      window.used = 0;
    }
    allowed &&= window.used < window.limit;
  }
  return allowed;
}

/** A window begins with the first call it counts. */
function chargeAll(windows: BudgetWindow[], nowMs: number): void {
  for (const window of windows) {
    if (window.used === 0) {
      window.endsAtMs = nowMs + window.lengthSeconds * 1000;
    }
    window.used++;
  }
}

function sweep(companies: Map<number, CompanyWindows>, nowMs: number): void {
  for (const [companyId, { searchCall }] of companies) {
    if (searchCall.every((window) => window.endsAtMs <= nowMs)) {
      companies.delete(companyId);
    }
  }
}
