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

const shared = {
  tag: "Members",
  extension: true,
  auth: "admin",
  scope: "admin",
  budget: "standard",
} as const;

const one = {
  ...shared,
  narrowed: "none",
  ownership: "company",
  params: z.object({ accountUserId: id }),
} as const;

export const listMembers = defineOperation({
  ...shared,
  id: "listMembers",
  method: "GET",
  path: "/v1/members",
  summary: "List the company's members",
  description: "Sorted by id. All conditions must hold.",
  narrowed: "readOnly",
  ownership: "none",
  query: z.object({
    ...pageQuery(),
    search: z.string().max(500).optional().meta({
      description: "Part of the name or of the e-mail address, in any case. A blank text does not search.",
    }),
    email: z
      .string()
      .max(320)
      .optional()
      .meta({ description: "Only members with exactly this e-mail address, in any case. Blank: all." }),
  }),
  output: listOf("Member", member),
  errors: [],
});

export const createMember = defineOperation({
  ...shared,
  id: "createMember",
  method: "POST",
  path: "/v1/members",
  summary: "Add a person or a service to the company",
  description:
    "A person gets `invitationUrl`, with which they set their password. A service cannot sign in: create an API key or an OAuth client for it.",
  narrowed: "none",
  ownership: "none",
  body: createMemberBody,
  output: createdMember,
  errors: [],
});

export const updateMember = defineOperation({
  ...one,
  id: "updateMember",
  method: "PATCH",
  path: "/v1/members/{accountUserId}",
  summary: "Change a member's role, or a service member's name and e-mail",
  description:
    "A member that is null or left out does not change. The last Admin stays an Admin: `CONFLICT`. A person's name and e-mail are changed by that person only.",
  body: updateMemberBody,
  output: member,
  errors: ["NOT_FOUND"],
});

export const deleteMember = defineOperation({
  ...one,
  id: "deleteMember",
  method: "DELETE",
  path: "/v1/members/{accountUserId}",
  summary: "Remove a member from the company",
  description:
    "The member's credentials become invalid at once. Their connections, toolsets and keys are deleted; the tokens of the connections are revoked at the applications in the background. The last Admin cannot be removed.",
  output: z.string(),
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const createInvitation = defineOperation({
  ...one,
  id: "createInvitation",
  method: "POST",
  path: "/v1/members/{accountUserId}/invitation",
  summary: "Make a new link for a person to set their password",
  description:
    "For a person who lost the invitation or the password. The link works once, within 7 days, and ends earlier ones. When it is used, the old password and all sessions end. A person who is in several companies, or has deleted the profile, gets none.",
  output: memberInvitation,
  errors: ["NOT_FOUND"],
});

export const endMemberSessions = defineOperation({
  ...one,
  id: "endMemberSessions",
  method: "DELETE",
  path: "/v1/members/{accountUserId}/sessions",
  summary: "Sign a person out everywhere",
  description: "The member's sessions at this company end at once. Their API keys and grants go on.",
  output: z.string(),
  errors: ["NOT_FOUND"],
});
