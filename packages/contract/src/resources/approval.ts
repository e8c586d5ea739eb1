import { z } from "zod";
import { extension } from "./extension.ts";
import { applicationSlug, dateTime, guid, id, presentName, toolSlug } from "./primitives.ts";
import { toolAnnotations } from "./tool.ts";

/** How long a call waits for a decision, and how long an approval can be used. */
export const approvalMinutes = 60;

/** A list shows the input of a call when its JSON has at most so many bytes, and of a longer one the first characters. */
export const listedInput = { wholeBytes: 4096, cutCharacters: 1024 };

/** `expired`: nobody decided in time, or the call was not made again in time after the approval. */
export const approvalStatuses = ["waiting", "approved", "denied", "used", "expired"] as const;

export type ApprovalStatus = (typeof approvalStatuses)[number];

/** What the person who decides has to know of a tool. */
const approvalTool = z.object({
  name: z.string(),
  applicationSlug,
  applicationName: z.string(),
  annotations: toolAnnotations,
});

/** A call that a toolset holds back until a person approves it (decisions D66). */
export const approval = z
  .object({
    approvalId: guid,
    status: z.enum(approvalStatuses).meta({
      description: "`used`: the approved call ran. `expired`: there was no decision, or no call, in time.",
    }),
    toolSlug,
    connectionId: id.nullable(),
    input: z.unknown().meta({
      description: `The tool's input as it would be sent, with secrets masked. In a list, when its JSON is longer than ${listedInput.wholeBytes / 1024} KiB: the first ${listedInput.cutCharacters.toLocaleString("en")} characters of that JSON, as a text.`,
    }),
    isInputCut: z.boolean().meta({
      description: "True when `input` is only a beginning. `GET /v1/approvals/{approvalId}` has the whole.",
      ...extension,
    }),
    requestedDate: dateTime,
    expiresDate: dateTime.meta({
      description: "While it waits: when it counts as denied. Once approved: until when the same call runs.",
    }),
    decidedDate: dateTime.nullable(),
    decidedByAccountUserId: id.nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why it was denied, or why it ended before its time." }),
    accountUserId: id.meta({ description: "Whose call it is.", ...extension }),
    toolsetId: guid.meta({ description: "The toolset that holds the call back.", ...extension }),
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description:
          "SHA-256, in hex, of the request as this record shows it, with the whole input: the same for equal requests, another when anything shown differs.",
        ...extension,
      }),
    tool: approvalTool.nullable().meta({
      description: "What `toolSlug` stands for. Null: there is no such tool any more.",
      ...extension,
    }),
    names: z
      .object({ member: presentName, toolset: presentName, connection: presentName, decidedBy: presentName })
      .meta({ description: "What the ids of the record stand for.", ...extension }),
  })
  .meta({ id: "Approval" });

export type Approval = z.infer<typeof approval>;

export const denyApprovalBody = z
  .strictObject({ reason: z.string().trim().max(1000).nullish() })
  .meta({ id: "DenyApproval", examples: [{ reason: "Not this customer." }] });
