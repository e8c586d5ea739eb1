import { z } from "zod";
import { dateTime, displayName, id } from "./primitives.ts";
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
    name: displayName,
    accountUserId: id.meta({ description: "A service member of the company." }),
    scopes: z.array(operationScope).min(1).max(20).meta({
      description: "The scopes that its tokens may have. `admin` only for a member who is an Admin.",
    }),
  })
  .meta({
    id: "CreateServiceClient",
    examples: [{ name: "Nightly job", accountUserId: 1, scopes: ["tools:read", "tools:execute"] }],
  });
