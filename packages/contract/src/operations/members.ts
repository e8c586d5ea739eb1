import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { createdMember, createMemberBody, member, updateMemberBody } from "../resources/member.ts";
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
