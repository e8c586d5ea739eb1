import type { Approval } from "@bowline/sdk";
import { expect, test } from "vitest";
import { explainConflict } from "./explain-conflict.ts";

const denied: Partial<Approval> = {
  status: "denied",
  decidedDate: "2026-01-01T00:00:00Z",
  decidedByAccountUserId: 7,
  reason: "Not today.",
};
const expired: Partial<Approval> = { status: "expired", decidedDate: null, reason: null };
const gone: Partial<Approval> = { ...expired, reason: "The connection was deleted." };

test.each([
  ["another person", denied, 8, "Somebody was faster: The call was denied by Robin: Not today."],
  ["the same person", denied, 7, "You decided it before: The call was denied by Robin: Not today."],
  [
    "nobody in time",
    expired,
    7,
    "Out of time: Nobody decided in time. The call does not run; the agent may ask again.",
  ],
  [
    "nobody, before its connection was deleted",
    gone,
    7,
    "Not possible any more: The call does not run. The connection was deleted.",
  ],
])("says that %s has decided", (_who, approval, own, text) => {
  const names = { member: "Robin", toolset: "Held", connection: null, decidedBy: "Robin" };
  const { title, message } = explainConflict({ ...approval, names } as Approval, own);
  expect(`${title}: ${message}`).toBe(text);
});
