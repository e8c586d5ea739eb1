import { z } from "zod";
import { dateTime, guid, id } from "./primitives.ts";

/** What a person allowed a client (decisions D59). */
export const grantRecord = z
  .object({
    grantId: id,
    clientId: z.string(),
    clientName: z.string(),
    accountUserId: id.meta({ description: "Who allowed it." }),
    resource: z.string().meta({ description: "The address that its tokens are for." }),
    scopes: z.array(z.string()),
    toolsetId: guid.nullable().meta({ description: "The only toolset it may use; null: not narrowed." }),
    readOnly: z.boolean().meta({ description: "Whether it may only read and run read-only tools." }),
    createdDate: dateTime,
    expiresDate: dateTime,
    lastUsedDate: dateTime
      .nullable()
      .meta({ description: "When one of its tokens was last used, to the minute; null: not yet." }),
  })
  .meta({ id: "Grant" });

export type GrantRecord = z.infer<typeof grantRecord>;
