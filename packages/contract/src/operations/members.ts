import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import {
  createdMember,
  createMemberBody,
  member,
  memberInvitation,
  updateMemberBody,
} from "../resources/member.ts";
import { id } from "../resources/primitives.ts";

const params = z.object({ accountUserId: id });

export const listMembers = defineOperation({
  id: "listMembers",
  method: "GET",
  path: "/v1/members",
  tag: "Members",
  summary: "List the company's members",
  extension: true,
  auth: "admin",
  narrowed: "readOnly",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  query: z.object(pageQuery()),
  output: listOf("Member", member),
  errors: [],
});

export const createMember = defineOperation({
  id: "createMember",
  method: "POST",
  path: "/v1/members",
  tag: "Members",
  summary: "Add a person or a service to the company",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  body: createMemberBody,
  output: createdMember,
  errors: ["CONFLICT"],
});

export const updateMember = defineOperation({
  id: "updateMember",
  method: "PATCH",
  path: "/v1/members/{accountUserId}",
  tag: "Members",
  summary: "Change a member's role, or a service member's name and e-mail",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
  params,
  body: updateMemberBody,
  output: member,
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const deleteMember = defineOperation({
  id: "deleteMember",
  method: "DELETE",
  path: "/v1/members/{accountUserId}",
  tag: "Members",
  summary: "Remove a member from the company",
  description:
    "The member's credentials become invalid at once. Their connections, toolsets and keys are deleted. The last Admin cannot be removed.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
  params,
  output: z.string(),
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const createInvitation = defineOperation({
  id: "createInvitation",
  method: "POST",
  path: "/v1/members/{accountUserId}/invitation",
  tag: "Members",
  summary: "Make a new link for a person to set their password",
  description:
    "For a person who lost the invitation or the password. The link works once, within 7 days, and ends earlier ones. When it is used, the old password and all sessions end. A person who is in several companies, or has deleted the profile, gets none.",
  extension: true,
  auth: "admin",
  scope: "admin",
  narrowed: "none",
  budget: "standard",
  ownership: "company",
  params,
  output: memberInvitation,
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const endMemberSessions = defineOperation({
  id: "endMemberSessions",
  method: "DELETE",
  path: "/v1/members/{accountUserId}/sessions",
  tag: "Members",
  summary: "Sign a person out everywhere",
  description: "The member's sessions at this company end at once. Their API keys and grants go on.",
  extension: true,
  auth: "admin",
  scope: "admin",
  narrowed: "none",
  budget: "standard",
  ownership: "company",
  params,
  output: z.string(),
  errors: ["NOT_FOUND"],
});
