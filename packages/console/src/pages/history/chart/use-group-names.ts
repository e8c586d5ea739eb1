import type { ExecutionSummary } from "@bowline/sdk";
import { useQuery } from "@tanstack/react-query";
import { applicationsQuery } from "../../../api/applications.ts";
import { connectionsQuery } from "../../../api/connections.ts";
import { identityQuery } from "../../../api/identity.ts";
import { membersQuery } from "../../../api/members.ts";
import { describeFailure, type FailureKind } from "../../../parts/describe-failure.ts";
import { nameMembers } from "../../../parts/name-members.ts";
import { describeCallSource } from "../describe-call-source.ts";

/** Returns a function that writes a group of the chart as people know it. */
export function useGroupNames(groupBy: string): (key: string | null) => string {
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  const { data: applications } = useQuery({ ...applicationsQuery, enabled: groupBy === "application" });
  const { data: connections } = useQuery({ ...connectionsQuery, enabled: groupBy === "connection" });
  const { data: members } = useQuery({ ...membersQuery, enabled: groupBy === "member" && isAdmin });
  const memberNames = nameMembers(members ?? []);
  return (key) => {
    if (key === null) {
      return groupBy === "kind" ? "Failed" : "None";
    }
    switch (groupBy) {
      case "kind":
        return describeFailure(key as FailureKind).label;
      case "source":
        return describeCallSource(key as ExecutionSummary["source"]);
      case "application":
        return applications?.find(({ slug }) => slug === key)?.name ?? key;
      case "connection":
        return (
          connections?.find(({ connectionId }) => String(connectionId) === key)?.name ?? `Connection ${key}`
        );
      case "member":
        // A Member sees only their own calls.
        return isAdmin
          ? (memberNames.get(Number(key)) ?? `Member ${key}`)
          : (identity?.fullName ?? `Member ${key}`);
      default:
        return key;
    }
  };
}
