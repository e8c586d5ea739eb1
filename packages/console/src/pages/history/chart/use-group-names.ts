import type { ExecutionSummary, HistorySummary, SummaryGroupBy } from "@bowline/sdk";
import { useQuery } from "@tanstack/react-query";
import { applicationsQuery } from "../../../api/applications.ts";
import { describeFailure } from "../../../parts/describe-failure.ts";
import { describeCallSource } from "../describe-call-source.ts";
import { nameOfId } from "../name-of-id.ts";

export type SummaryGroup = HistorySummary["groups"][number];

/** The calls of a group whose key is null. */
const withoutKey: Partial<Record<SummaryGroupBy, string>> = {
  kind: "Failed",
  connection: "No connection",
  apiKey: "No key",
};

/** Returns a function that writes a group of the chart as people know it. Where several have the same name, their number is added. */
export function useGroupNames(
  groupBy: SummaryGroupBy,
  groups: readonly SummaryGroup[],
): (group: SummaryGroup) => string {
  const { data: applications } = useQuery({ ...applicationsQuery, enabled: groupBy === "application" });
  const sameNames = Map.groupBy(groups, ({ name }) => name);
  return ({ key, name, isOther }) => {
    if (isOther) {
      return "Others";
    }
    if (key === null) {
      return withoutKey[groupBy] ?? "None";
    }
    switch (groupBy) {
      case "kind":
        return describeFailure(key).label;
      case "source":
        return describeCallSource(key as ExecutionSummary["source"]);
      case "application":
        return applications?.find(({ slug }) => slug === key)?.name ?? key;
      case "tool":
        return key;
      default:
        return name !== null && sameNames.get(name)?.length !== 1
          ? `${name} (number ${key})`
          : nameOfId(groupBy, key, name);
    }
  };
}
