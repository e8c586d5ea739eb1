import { type Charge, ChargeTooLargeError, type RateBudgets } from "./rate-limiter.ts";

/** A budget that is switched on. */
export interface Budget {
  name: "hourly" | "searchHourly" | "burst" | "searchBurst";
  /** Above 0. */
  limit: number;
  lengthSeconds: 1 | 3600;
}

const countsSearches = ({ name }: Pick<Budget, "name">): boolean =>
  name === "searchHourly" || name === "searchBurst";

/** How many calls a budget counts of a charge. */
export const countOf = (budget: Pick<Budget, "name">, { calls, searches }: Charge): number =>
  countsSearches(budget) ? searches : calls;

/** @throws ChargeTooLargeError */
export function checkSize(budgets: readonly Budget[], charge: Charge): void {
  const exceeded =
    charge.calls === 1 ? undefined : budgets.find((budget) => countOf(budget, charge) > budget.limit);
  if (exceeded !== undefined) {
    const counted = `${countOf(exceeded, charge)} ${countsSearches(exceeded) ? "searches" : "calls"}`;
    const time = exceeded.lengthSeconds === 1 ? "a second" : "an hour";
    throw new ChargeTooLargeError(
      `It has ${counted}, and the company may make ${exceeded.limit} in ${time}.`,
    );
  }
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
