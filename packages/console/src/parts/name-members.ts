import type { Member } from "@bowline/sdk";

type Named = Pick<Member, "accountUserId" | "fullName" | "email">;

/**
 * Returns names that tell members apart, by `accountUserId`. Where several have the same name, the e-mail address is added; where that is
 * the same, too, the member's number.
 */
export function nameMembers(members: readonly Named[]): Map<number, string> {
  const names = countEach(members.map(({ fullName }) => fullName));
  const longNames = countEach(members.map(addEmail));
  return new Map(
    members.map((member) => {
      const { accountUserId, fullName, email } = member;
      if (fullName === "") {
        return [accountUserId, `Deleted profile ${accountUserId}`];
      }
      if (names.get(fullName) === 1) {
        return [accountUserId, fullName];
      }
      const isAlone = longNames.get(addEmail(member)) === 1;
      return [accountUserId, isAlone ? addEmail(member) : `${fullName} (${email}, number ${accountUserId})`];
    }),
  );
}

const addEmail = ({ fullName, email }: Named): string => `${fullName} (${email})`;

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}
