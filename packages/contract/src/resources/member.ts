import { z } from "zod";
import { role } from "./identity.ts";
import { dateTime, displayName, id } from "./primitives.ts";

/** `person`: signs in; `service`: an agent or a backend (decisions D16). */
const memberKind = z.enum(["person", "service"]);

/** An account user of the company. */
export const member = z
  .object({
    accountUserId: id,
    kind: memberKind,
    fullName: z.string(),
    email: z.string(),
    role: role,
    createdDate: dateTime,
  })
  .meta({ id: "Member" });

export type Member = z.infer<typeof member>;

export const createdMember = member
  .extend({
    invitationUrl: z
      .string()
      .nullable()
      .meta({ description: "For a person: a link that works once, within 7 days. Null for a service." }),
  })
  .meta({ id: "CreatedMember" });

/** A new link for a person. */
export const memberInvitation = z
  .object({ invitationUrl: z.string().meta({ description: "A link that works once, within 7 days." }) })
  .meta({ id: "MemberInvitation" });

const email = z.email().max(320);

export const createMemberBody = z
  .strictObject({ kind: memberKind, fullName: displayName, email, role })
  .meta({
    id: "CreateMember",
    examples: [{ kind: "service", fullName: "Support agent", email: "agent@example.com", role: "Member" }],
  });

export const updateMemberBody = z
  .strictObject({ fullName: displayName.nullish(), email: email.nullish(), role: role.nullish() })
  .meta({
    id: "UpdateMember",
    description: "A member that is null or left out does not change.",
    examples: [{ role: "Admin" }],
  });
