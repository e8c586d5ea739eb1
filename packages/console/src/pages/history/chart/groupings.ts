import type { SummaryGroupBy } from "@bowline/sdk";
import type { HistorySearch } from "../read-filters.ts";

/** What the chart can be split by. */
export const groupings: { value: SummaryGroupBy; label: string }[] = [
  { value: "kind", label: "By result" },
  { value: "application", label: "By application" },
  { value: "tool", label: "By tool" },
  { value: "connection", label: "By connection" },
  { value: "source", label: "By source" },
  { value: "member", label: "By member" },
  { value: "apiKey", label: "By key" },
];

/** What an address splits the chart by. */
export const readGrouping = ({ group }: HistorySearch): SummaryGroupBy =>
  groupings.find(({ value }) => value === group)?.value ?? "kind";
