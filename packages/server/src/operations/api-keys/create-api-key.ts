import { forbidden, invalidField } from "../../api-error.ts";
import { insertApiKey, loadApiKey } from "../../db/people/api-keys.ts";
import type { Caller } from "../../db/people/callers.ts";
import { loadMember } from "../../db/people/members.ts";
import type { Deps } from "../../deps.ts";
import { createApiKeyText, hashApiKey } from "../../identity/api-key-format.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderApiKey } from "./render-api-key.ts";

export async function createApiKey(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"createApiKey">,
): Promise<OutputOf<"createApiKey">> {
  const expiresDate = readExpiry(deps, body.expiresDate ?? null);
  const accountUserId = body.accountUserId ?? caller.accountUserId;
  await checkOwner(deps, caller, accountUserId);
  const toolsetId = body.toolsetId == null ? null : await findToolsetId(deps, accountUserId, body.toolsetId);
  const apiKey = createApiKeyText();
  const keyHash = hashApiKey(apiKey);
  const apiKeyId = await insertApiKey(deps.db.kysely, {
    accountUserId,
    name: body.name,
    keyHash,
    toolsetId,
    readOnly: body.readOnly ?? false,
    expiresDate,
  });
  const row = await loadApiKey(deps.db.kysely, apiKeyId);
  if (row === null) {
    throw new Error(`API key ${apiKeyId} was deleted while it was being created.`);
  }
  return { ...renderApiKey(deps, row), apiKey };
}

function readExpiry(deps: Deps, text: string | null): Date | null {
  const date = text === null ? null : new Date(text);
  if (date !== null && date.getTime() <= deps.clock()) {
    throw invalidField("expiresDate", "Must be in the future.");
  }
  // In UTC a date of the year 9999 may be one of the year 10000, which ISO 8601 writes in another form.
  if (date !== null && date.getUTCFullYear() > 9999) {
    throw invalidField("expiresDate", "Must be before the year 10000 in UTC.");
  }
  return date;
}

/** Checks that the caller may create a key for the owner. Nobody can create keys for another person (decisions D16). */
async function checkOwner(deps: Deps, caller: Caller, accountUserId: number): Promise<void> {
  if (accountUserId === caller.accountUserId) {
    return;
  }
  const member = await loadMember(deps.db.kysely, accountUserId);
  if (member === null) {
    throw invalidField("accountUserId", `Member ${accountUserId} does not exist.`);
  }
  if (member.companyId !== caller.companyId || caller.role !== "Admin" || member.kind !== "service") {
    throw forbidden(
      "Only an Admin can create keys for another member, and only for a service member of the company.",
    );
  }
}

/** Finds the id of the owner's toolset that a request names in any case. */
async function findToolsetId(deps: Deps, accountUserId: number, toolsetId: string): Promise<string> {
  const toolset = await deps.rows.toolsets.get(toolsetId.toLowerCase());
  if (toolset === null) {
    throw invalidField("toolsetId", `Toolset ${toolsetId} does not exist.`);
  }
  if (toolset.accountUserId !== accountUserId) {
    throw forbidden(`Toolset ${toolsetId} does not belong to the member that the key is for.`);
  }
  return toolset.toolsetId;
}
