import type { Member } from "@bowline/sdk";

/** Members for a choice, by name. Where several have the same name, the e-mail address tells them apart. */
export function listMemberChoices(members: readonly Member[]): { value: string; label: string }[] {
  const counts = new Map<string, number>();
  for (const { fullName } of members) {
    counts.set(fullName, (counts.get(fullName) ?? 0) + 1);
  }
  return members
    .map(({ accountUserId, fullName, email }) => ({
      value: String(accountUserId),
      label: (counts.get(fullName) ?? 0) > 1 ? `${fullName} (${email})` : fullName,
    }))
    .sort((one, other) => one.label.localeCompare(other.label, "en", { numeric: true }));
}
