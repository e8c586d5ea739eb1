import type { Member } from "@bowline/contract";
import type { MemberRow } from "../../db/people/members.ts";
import { renderDate } from "../page.ts";

export function renderMember(row: MemberRow): Member {
  const { accountUserId, kind, fullName, email, role, createdDate } = row;
  return { accountUserId, kind, fullName, email, role, createdDate: renderDate(createdDate) };
}
