import { expect, test } from "vitest";
import { mayDecide } from "./may-decide.ts";

const decides = (
  approval: { accountUserId: number; companyId: number; ownerKind: string },
  caller: { accountUserId: number; companyId: number; role: string },
): boolean => mayDecide(approval as never, caller as never);

const ofPerson = { accountUserId: 1, companyId: 10, ownerKind: "person" };
const ofService = { accountUserId: 2, companyId: 10, ownerKind: "service" };
const admin = { accountUserId: 3, companyId: 10, role: "Admin" };

test("a person's calls are decided by that person only, and not by an Admin", () => {
  expect(decides(ofPerson, { accountUserId: 1, companyId: 10, role: "Member" })).toBe(true);
  expect(decides(ofPerson, admin)).toBe(false);
});

test("a service member's calls are decided by an Admin of its own company", () => {
  expect(decides(ofService, admin)).toBe(true);
  expect(decides(ofService, { ...admin, role: "Member" })).toBe(false);
  expect(decides(ofService, { ...admin, companyId: 11 })).toBe(false);
});
