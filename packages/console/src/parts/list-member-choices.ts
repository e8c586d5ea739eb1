import type { Member } from "@bowline/sdk";
import { compareNames } from "./compare-names.ts";
import { nameMembers } from "./name-members.ts";

/** Members for a choice, by a name that tells them apart. */
export const listMemberChoices = (members: readonly Member[]): { value: string; label: string }[] =>
  [...nameMembers(members)]
    .map(([accountUserId, label]) => ({ value: String(accountUserId), label }))
    .sort((one, other) => compareNames(one.label, other.label));
