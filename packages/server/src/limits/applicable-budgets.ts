import type { RateBudgets } from "./rate-limiter.ts";

/** A budget that is switched on. */
export interface Budget {
  name: "hourly" | "searchHourly" | "burst" | "searchBurst";
  /** Above 0. */
  limit: number;
  lengthSeconds: 1 | 3600;
}

/** The budgets that are switched on, hourly ones first, as `buildVerdict` requires. */
export interface ApplicableBudgets {
  anyCall: Budget[];
  searchCall: Budget[];
}

/** Lists the budgets that apply to each kind of call (decisions D40). */
export function listApplicableBudgets(budgets: RateBudgets): ApplicableBudgets {
  const all: Budget[] = [
    { name: "hourly", limit: budgets.hourly, lengthSeconds: 3600 },
    { name: "searchHourly", limit: budgets.searchHourly, lengthSeconds: 3600 },
    { name: "burst", limit: budgets.burst, lengthSeconds: 1 },
    { name: "searchBurst", limit: budgets.searchBurst, lengthSeconds: 1 },
  ];
  const searchCall = all.filter((budget) => budget.limit > 0);
  const anyCall = searchCall.filter((budget) => budget.name === "hourly" || budget.name === "burst");
  return { anyCall, searchCall };
}
