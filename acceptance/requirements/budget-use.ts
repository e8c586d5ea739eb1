import { type Requirement, stated } from "./requirement.ts";

/** Budgets and their use. */
export const budgetUseRequirements: Requirement[] = stated("D72", {
  "status.use": "The status says how many calls and searches of the company's hour are used.",
});
