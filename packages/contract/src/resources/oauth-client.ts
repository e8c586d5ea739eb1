import { z } from "zod";
import { dateTime, guid, id } from "./primitives.ts";
import { operationScope } from "./scope.ts";

/** A service member's client for client credentials, without its secret (decisions D59a). */
export const serviceClient = z
  .object({
    clientId: z.string(),
    name: z.string(),
    accountUserId: id.meta({ description: "The service member that the client acts as." }),
    scopes: z.array(operationScope).meta({ description: "The scopes that its tokens may have." }),
    createdDate: dateTime,
  })
  .meta({ id: "ServiceClient" });

export type ServiceClient = z.infer<typeof serviceClient>;

/** A new client: the only response that contains its secret. */
export const createdServiceClient = serviceClient
  .extend({ clientSecret: z.string().meta({ description: "The secret. No later response shows it." }) })
  .meta({ id: "CreatedServiceClient" });

export const createServiceClientBody = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    accountUserId: id.meta({ description: "A service member of the company." }),
    scopes: z.array(operationScope).min(1).max(20).meta({
      description: "The scopes that its tokens may have. `admin` only for a member who is an Admin.",
    }),
  })
  .meta({
    id: "CreateServiceClient",
    examples: [{ name: "Nightly job", accountUserId: 1, scopes: ["tools:read", "tools:execute"] }],
  });

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
