/** By an operator that also holds for nulls: what it negates. */
export const positives: Record<string, string> = { ne: "eq", notIn: "in", notContains: "contains" };
