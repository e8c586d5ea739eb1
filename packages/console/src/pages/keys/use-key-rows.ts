import type { ApiKey } from "@bowline/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { identityQuery } from "../../api/identity.ts";
import { membersQuery } from "../../api/members.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { matchWords } from "../../parts/match-words.ts";
import { nameMembers } from "../../parts/name-members.ts";
import { readOwnAccountUserId } from "../../session/access-token.ts";

/** A key with what its ids stand for. */
export interface KeyRow {
  key: ApiKey;
  actsAs: string;
  /** Null: not narrowed. */
  toolset: string | null;
  /** Others, such as those of service members, have no page here. */
  isOwnToolset: boolean;
}

/** The keys whose name, member or toolset fits the search, with the names of what they refer to. */
export function useKeyRows(keys: readonly ApiKey[], search: string): KeyRow[] {
  const { data: identity } = useQuery(identityQuery);
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: identity?.role === "Admin" });
  const { data: toolsets } = useQuery(toolsetsQuery);
  return useMemo(() => {
    const memberNames = nameMembers(members);
    const toolsetNames = new Map(toolsets?.map((one) => [one.toolsetId, one.name]));
    const otherToolset = toolsets === undefined ? "One toolset" : "One toolset of its own";
    const fits = matchWords(search);
    return keys
      .map((key) => ({
        key,
        actsAs:
          memberNames.get(key.accountUserId) ??
          (key.accountUserId === readOwnAccountUserId() ? identity?.fullName : undefined) ??
          `Member ${key.accountUserId}`,
        toolset: key.toolsetId === null ? null : (toolsetNames.get(key.toolsetId) ?? otherToolset),
        isOwnToolset: key.toolsetId !== null && toolsetNames.has(key.toolsetId),
      }))
      .filter(({ key, actsAs, toolset }) => fits(`${key.name} ${actsAs} ${toolset ?? ""}`));
  }, [keys, members, toolsets, identity, search]);
}
