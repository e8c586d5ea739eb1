import { expect, test } from "vitest";
import { nameMembers } from "./name-members.ts";

const member = (accountUserId: number, fullName: string, email = `${accountUserId}@example.com`) => ({
  accountUserId,
  fullName,
  email,
});

test("members of one name and one e-mail address are told apart by their numbers", () => {
  const members = [
    member(1, "Ada Example", "team@example.com"),
    member(2, "Robin Example", "team@example.com"),
    member(3, "Robin Example", "team@example.com"),
    member(4, "Robin Example"),
    member(5, "", ""),
    member(6, "", ""),
  ];
  expect([...nameMembers(members).values()]).toEqual([
    "Ada Example",
    "Robin Example (team@example.com, number 2)",
    "Robin Example (team@example.com, number 3)",
    "Robin Example (4@example.com)",
    "Deleted profile 5",
    "Deleted profile 6",
  ]);
});
