import { type GraphqlImportInput, introspectionQuery, olderIntrospectionQuery } from "@bowline/catalog";
import { invalid, invalidField } from "../../api-error.ts";
import type { Egress } from "../../egress/egress.ts";
import type { EgressOutcome } from "../../egress/egress-outcome.ts";
import type { InputOf } from "../handler.ts";
import { checkAbsent } from "./check-absent.ts";
import { describeFetchFailure } from "./describe-fetch-failure.ts";

type Body = InputOf<"importApplication">["body"];

const timeoutMs = 30_000;
const otherMembers = ["document", "text"] as const;
const remedy = "give the schema as `schema` and the endpoint's address as `baseUrl`";

/**
 * Loads the GraphQL schema of an import that was checked: the given one, or the one that the endpoint returns.
 *
 * @throws ApiError `VALIDATION_ERROR` at the member that is wrong
 */
export async function loadGraphqlSchema(
  egress: Pick<Egress, "send">,
  body: Body,
  maxBytes: number,
): Promise<Pick<GraphqlImportInput, "schema" | "url" | "headerNames">> {
  const address = body.baseUrl ?? body.url;
  const shared = { ...(address != null && { url: address }), headerNames: Object.keys(body.headers ?? {}) };
  if (body.schema != null) {
    return { ...shared, schema: body.schema };
  }
  return { ...shared, schema: await introspect(egress, body.url ?? "", body.headers ?? {}, maxBytes) };
}

/** @throws ApiError `VALIDATION_ERROR` when the schema and its address are both missing or both given, or members of another kind are given */
export function checkGraphqlMembers(body: Body): void {
  checkAbsent(body, otherMembers, "Belongs to an OpenAPI document, not to a GraphQL endpoint.");
  if (body.schema != null && body.url != null) {
    throw invalid([
      { field: "schema", issue: "Send it or url, not both. The endpoint's address is baseUrl." },
    ]);
  }
  if (body.schema == null && body.url == null) {
    throw invalidField("url", "Send the endpoint's address as url, or its schema as schema.");
  }
  if (body.url != null && /[{}#]/.test(body.url)) {
    throw invalidField("url", "Must be an absolute http or https address without user name and fragment.");
  }
}

async function introspect(
  egress: Pick<Egress, "send">,
  url: string,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<string> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const ask = (query: string): Promise<EgressOutcome> =>
    egress.send({
      method: "POST",
      url,
      headers: {
        ...Object.fromEntries(own),
        accept: "application/json, application/graphql-response+json;q=0.9",
        "content-type": "application/json",
      },
      body: JSON.stringify({ query, operationName: "IntrospectionQuery" }),
      timeoutMs,
      maxBytes,
      credentialHeaders: own.map(([name]) => name ?? ""),
    });
  const newest = await ask(introspectionQuery);
  const response = mayKnowOlder(newest) ? await ask(olderIntrospectionQuery) : newest;
  const problem = findProblem(response, maxBytes, own.length > 0);
  if (!response.ok || problem !== null) {
    throw invalidField(
      problem?.field ?? "url",
      `The schema could not be read. ${problem?.message ?? ""}`.trim(),
    );
  }
  return response.body.toString();
}

/** Whether an endpoint may have refused the query only for its newest member. */
const mayKnowOlder = (response: EgressOutcome): boolean =>
  response.ok &&
  response.status !== 401 &&
  response.status !== 403 &&
  !beginOf(response.body).includes("__schema");

const beginOf = (body: Buffer): string => body.subarray(0, 1000).toString().trimStart();

/** Endpoints that refuse introspection often use 400 and name the reason in the body. The importer reads that. */
function findProblem(
  response: EgressOutcome,
  maxBytes: number,
  hasHeaders: boolean,
): { field: "url" | "headers"; message: string } | null {
  if (!response.ok) {
    return { field: "url", message: describeFetchFailure(response, maxBytes, "The endpoint") };
  }
  const { status, body } = response;
  if (status === 401 || status === 403) {
    const said = hasHeaders ? "refuses the given headers" : "requires credentials";
    return {
      field: "headers",
      message: `The endpoint ${said} (${status}): give valid ones in \`headers\`, or ${remedy}.`,
    };
  }
  if (beginOf(body).startsWith("{") && (status === 200 || status === 400)) {
    return null;
  }
  const what = status === 200 ? "something other than JSON" : `status ${status}`;
  return {
    field: "url",
    message: `The address returned ${what}: check that it is a GraphQL endpoint, or ${remedy}.`,
  };
}
