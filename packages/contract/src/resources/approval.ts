import { z } from "zod";
import { dateTime, guid, id, toolSlug } from "./primitives.ts";

/** `expired`: nobody decided in time, or the call was not made again in time after the approval. */
export const approvalStatuses = ["waiting", "approved", "denied", "used", "expired"] as const;

export type ApprovalStatus = (typeof approvalStatuses)[number];

/** A call that a toolset holds back until a person approves it (decisions D66). */
export const approval = z
  .object({
    approvalId: guid,
    status: z.enum(approvalStatuses).meta({
      description: "`used`: the approved call ran. `expired`: there was no decision, or no call, in time.",
    }),
    toolSlug,
    connectionId: id.nullable(),
    input: z.unknown().meta({ description: "The tool's input as it would be sent, with secrets masked." }),
    requestedDate: dateTime,
    expiresDate: dateTime.meta({
      description: "While it waits: when it counts as denied. Once approved: until when the same call runs.",
    }),
    decidedDate: dateTime.nullable(),
    decidedByAccountUserId: id.nullable(),
    reason: z.string().nullable().meta({ description: "Why it was denied." }),
  })
  .meta({ id: "Approval" });

export type Approval = z.infer<typeof approval>;

export const denyApprovalBody = z
  .strictObject({ reason: z.string().trim().max(1000).nullish() })
  .meta({ id: "DenyApproval", examples: [{ reason: "Not this customer." }] });
