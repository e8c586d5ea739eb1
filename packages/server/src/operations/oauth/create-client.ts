import { forbidden, invalidField } from "../../api-error.ts";
import { loadServiceClient, saveClient } from "../../db/authorization/registered-clients.ts";
import type { Caller } from "../../db/people/callers.ts";
import { loadMember, type MemberRow } from "../../db/people/members.ts";
import type { Deps } from "../../deps.ts";
import { buildServiceClient, createClientSecret } from "../../identity/client-secret.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderClient } from "./render-client.ts";

export async function createClient(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"createClient">,
): Promise<OutputOf<"createClient">> {
  const member = await loadOwner(deps, caller, body.accountUserId);
  if (body.scopes.includes("admin") && member.role !== "Admin") {
    throw invalidField("scopes", `Member ${member.accountUserId} is no Admin: leave admin out.`);
  }
  const clientSecret = createClientSecret();
  const scopes = [...new Set(body.scopes)];
  const { clientId, metadata } = buildServiceClient(body.name, scopes, clientSecret);
  const { accountUserId } = member;
  await saveClient(deps.db.kysely, { clientId, name: body.name, accountUserId, metadata });
  const row = await loadServiceClient(deps.db.kysely, clientId);
  if (row === null) {
    throw new Error(`Client ${clientId} was deleted while it was being created.`);
  }
  deps.log.info({ clientId, accountUserId, by: caller.accountUserId }, "a client was made");
  return { ...renderClient(row), clientSecret };
}

async function loadOwner(deps: Deps, caller: Caller, accountUserId: number): Promise<MemberRow> {
  const member = await loadMember(deps.db.kysely, accountUserId);
  if (member === null) {
    throw invalidField("accountUserId", `Member ${accountUserId} does not exist.`);
  }
  if (member.companyId !== caller.companyId || member.kind !== "service") {
    throw forbidden("A client can only be made for a service member of the company.");
  }
  return member;
}
