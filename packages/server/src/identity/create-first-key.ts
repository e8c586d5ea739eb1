import type { Kysely } from "kysely";
import { insertApiKey } from "../db/people/api-keys.ts";
import type { Schema } from "../db/schema.ts";
import { createApiKeyText, hashApiKey } from "./api-key-format.ts";

/** Creates an account user's first key, not narrowed, and returns it. It can be shown only this once. */
export async function createFirstKey(db: Kysely<Schema>, accountUserId: number): Promise<string> {
  const apiKey = createApiKeyText();
  await insertApiKey(db, {
    accountUserId,
    name: "First key",
    keyHash: hashApiKey(apiKey),
    toolsetId: null,
    readOnly: false,
    expiresDate: null,
  });
  return apiKey;
}
