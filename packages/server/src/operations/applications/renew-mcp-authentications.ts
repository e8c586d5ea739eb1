import { isDeepStrictEqual } from "node:util";
import {
  buildMcpAuthentications,
  type CatalogAuthentication,
  type CredentialField,
  type McpCredentials,
} from "@bowline/catalog";
import type { Kysely } from "kysely";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { listAuthenticationRows } from "../../db/catalog/catalog-rows.ts";
import { replaceAuthentications } from "../../db/catalog/save-authentications.ts";
import type { Schema } from "../../db/schema.ts";
import type { InputOf } from "../handler.ts";
import type { InspectedServer } from "./inspect-mcp-server.ts";
import { isCredentialName, type McpAddress } from "./read-mcp-address.ts";

type Body = InputOf<"importApplication">["body"];
type NamedCredentials = Pick<McpCredentials, "headerNames" | "queryParameters">;

/** Lists the names that an import gives, without `Authorization`: a bearer token has its method in any case. */
export const readGivenCredentials = (
  headers: Body["headers"],
  query: McpAddress["query"],
): NamedCredentials => ({
  headerNames: Object.keys(headers ?? {}).filter((one) => one.toLowerCase() !== "authorization"),
  queryParameters: query.map(({ value: _, ...parameter }) => parameter),
});

/** Lists the names that an earlier import gave, from the methods made of it. */
function readKnownCredentials(methods: readonly CatalogAuthentication[]): NamedCredentials {
  const keys = methods.filter(({ type }) => type !== "oauth2" && type !== "none");
  const placed = keys.flatMap(({ fields, placements }) =>
    placements.flatMap((one) => {
      const isField = ({ fieldName }: CredentialField) => "value" in one && one.value === `{${fieldName}}`;
      return "name" in one ? [{ ...one, secret: fields.find(isField)?.secret ?? true }] : [];
    }),
  );
  const headers = placed.filter((one) => one.in === "header" && one.name.toLowerCase() !== "authorization");
  const query = new Map(placed.filter((one) => one.in === "query").map((one) => [one.name, one]));
  return {
    headerNames: [...new Set(headers.map(({ name }) => name))],
    queryParameters: [...query.values()].map(({ name, secret }) => ({
      name,
      secret,
      isCredential: isCredentialName(name),
    })),
  };
}

/**
 * Offers the methods that the server has now. Headers and parameters of the address stay when an import names none, and so does a
 * sign-in whose metadata cannot be used just now.
 *
 * @returns the application, as its tools depend on it
 */
export async function renewMcpAuthentications(
  db: Kysely<Schema>,
  companyId: number,
  { headers }: Body,
  { query }: McpAddress,
  application: ApplicationEntry,
  { oauth, oauthProblem, requiresConnection: isClosed }: InspectedServer,
): Promise<ApplicationEntry> {
  const { applicationId, record } = application;
  const known = (await listAuthenticationRows(db, [applicationId])).map(({ definition }) => definition);
  const isNamed = Object.keys(headers ?? {}).length > 0 || query.length > 0;
  const requiresConnection = isClosed || (!isNamed && record.requiresConnection);
  const named = isNamed ? readGivenCredentials(headers, query) : readKnownCredentials(known);
  const kept = known.filter(({ type }) => type === "oauth2" && oauth === null && oauthProblem !== null);
  const authentications = [...kept, ...buildMcpAuthentications({ ...named, oauth }, requiresConnection)];
  const isSame = isDeepStrictEqual(known, JSON.parse(JSON.stringify(authentications)));
  if (isSame && requiresConnection === record.requiresConnection) {
    return application;
  }
  await replaceAuthentications(db, companyId, application, authentications, requiresConnection);
  const rows = await listAuthenticationRows(db, [applicationId]);
  const renewed = rows.map(({ definition, authentication_id: authenticationId }) => ({
    ...definition,
    authenticationId,
  }));
  return { ...application, authentications: renewed, record: { ...record, requiresConnection } };
}
