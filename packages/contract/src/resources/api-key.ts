import { z } from "zod";
import { dateTime, displayName, guid, id } from "./primitives.ts";

/** An API key without its value (decisions D13, D16). */
export const apiKeyRecord = z
  .object({
    apiKeyId: id,
    name: z.string(),
    accountUserId: id.meta({ description: "The account user the key acts as." }),
    toolsetId: guid.nullable().meta({ description: "The only toolset the key may use; null: not narrowed." }),
    readOnly: z.boolean().meta({ description: "Whether the key may only read and run read-only tools." }),
    expiresDate: dateTime
      .nullable()
      .meta({ description: "The key is invalid after this time. Null: it does not expire." }),
    createdDate: dateTime,
    lastUsedDate: dateTime.nullable().meta({ description: "Null: it was never used." }),
  })
  .meta({ id: "ApiKey" });

export type ApiKeyRecord = z.infer<typeof apiKeyRecord>;

/** A new API key: the only response that contains its value. */
export const createdApiKey = apiKeyRecord
  .extend({ apiKey: z.string().meta({ description: "The key itself. No later response shows it." }) })
  .meta({ id: "CreatedApiKey" });

export const createApiKeyBody = z
  .strictObject({
    name: displayName,
    expiresDate: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: "The key is invalid after this time." }),
    toolsetId: guid.nullish().meta({ description: "Narrows the key to one toolset." }),
    readOnly: z.boolean().nullish().meta({
      description: "Narrows the key to operations that read and to read-only tools.",
      default: false,
    }),
    accountUserId: id.nullish().meta({ description: "Admins only: the service member that the key is for." }),
  })
  .meta({ id: "CreateApiKey", examples: [{ name: "Nightly report" }] });
