import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery } from "../../api/api-keys.ts";
import { applicationsQuery } from "../../api/applications.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { identityQuery } from "../../api/identity.ts";
import { membersQuery } from "../../api/members.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import type { HistorySearch } from "./read-filters.ts";

/** What can be chosen in the filters. It is loaded when somebody comes near, or to name what is chosen; undefined: not yet. */
export function useFilterChoices(search: HistorySearch) {
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  const [isNear, setIsNear] = useState(false);
  const { data: members } = useQuery({
    ...membersQuery,
    enabled: isAdmin && (isNear || search.member !== undefined),
  });
  const { data: applications } = useQuery({
    ...applicationsQuery,
    enabled: isNear || search.application !== undefined,
  });
  const { data: connections } = useQuery({
    ...connectionsQuery,
    enabled: isNear || search.connection !== undefined,
  });
  const { data: keys } = useQuery({ ...apiKeysQuery, enabled: isNear || search.key !== undefined });
  const { data: toolsets } = useQuery({
    ...toolsetsQuery,
    enabled: isNear || search.toolset !== undefined,
  });
  const comeNear = () => setIsNear(true);
  return { identity, isAdmin, members, applications, connections, toolsets, keys, comeNear };
}

export type FilterChoices = ReturnType<typeof useFilterChoices>;
