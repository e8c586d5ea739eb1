import type { Member } from "@bowline/sdk";
import { expect, test } from "vitest";
import { listMemberChoices } from "./list-member-choices.ts";

const member = (accountUserId: number, fullName: string) =>
  ({ accountUserId, fullName, email: `${accountUserId}@example.com` }) as Member;

test("members are listed by name, and those of the same name with their e-mail address", () => {
  expect(
    listMemberChoices([member(3, "Robin Example"), member(1, "Ada Example"), member(2, "Robin Example")]),
  ).toEqual([
    { value: "1", label: "Ada Example" },
    { value: "2", label: "Robin Example (2@example.com)" },
    { value: "3", label: "Robin Example (3@example.com)" },
  ]);
});
