import type { ActivityCondition } from "@bowline/sdk";

/** The operators of filters in words (decisions D32). */
export const operators: { value: ActivityCondition["operator"]; label: string }[] = [
  { value: "eq", label: "is" },
  { value: "ne", label: "is not" },
  { value: "contains", label: "contains" },
  { value: "notContains", label: "does not contain" },
  { value: "startsWith", label: "starts with" },
  { value: "endsWith", label: "ends with" },
  { value: "gt", label: "is greater than" },
  { value: "gte", label: "is at least" },
  { value: "lt", label: "is less than" },
  { value: "lte", label: "is at most" },
  { value: "in", label: "is one of" },
  { value: "notIn", label: "is none of" },
  { value: "isNull", label: "is missing" },
  { value: "isNotNull", label: "is there" },
];

/** These look at no value. */
export const needsValue = (operator: ActivityCondition["operator"]): boolean =>
  operator !== "isNull" && operator !== "isNotNull";
