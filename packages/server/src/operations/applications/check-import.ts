import { loadProviders } from "@bowline/catalog";
import { ApiError, invalid, invalidField } from "../../api-error.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";
import { checkAbsent } from "./check-absent.ts";
import { readServerAddress } from "./import-mcp.ts";
import { readDialect } from "./import-sql.ts";
import { checkGraphqlMembers } from "./load-graphql-schema.ts";

const headersIssue =
  "Belongs to an MCP server or a GraphQL endpoint. Download the document with them, and send it as text.";

type Body = InputOf<"importApplication">["body"];

/** The member of an import's body that has the description, or the address where it is read. */
export type DescriptionSource = "document" | "text" | "url" | "schema";

/** Checks what can be checked without reading the description. @throws ApiError `VALIDATION_ERROR`, `CONFLICT` */
export async function checkImport(deps: Deps, caller: Caller, body: Body): Promise<void> {
  switch (body.source) {
    case "mcp":
      readServerAddress(body);
      break;
    case "sql":
      readDialect(body);
      break;
    case "openapi":
      checkNoDialect(body);
      checkAbsent(body, ["headers"], headersIssue);
      chooseDocumentSource(body);
      await checkProvider(body.provider);
      break;
    case "graphql":
      checkNoDialect(body);
      checkGraphqlMembers(body);
      await checkProvider(body.provider);
      break;
  }
  await checkSlug(deps, caller, body);
}

function checkNoDialect({ dialect }: Body): void {
  if (dialect != null) {
    throw invalidField("dialect", "Belongs to a database: set source to sql.");
  }
}

/**
 * Chooses the member of an OpenAPI or GraphQL import that has the description.
 *
 * @throws ApiError `VALIDATION_ERROR` when an OpenAPI import has none or several
 */
export function chooseSource(body: Body): DescriptionSource {
  return body.source === "graphql" ? chooseSchemaSource(body) : chooseDocumentSource(body);
}

const chooseSchemaSource = ({ schema }: Body): DescriptionSource => (schema == null ? "url" : "schema");

function chooseDocumentSource(body: Body): DescriptionSource {
  if (body.schema != null) {
    throw invalidField("schema", "Belongs to a GraphQL endpoint: set source to graphql.");
  }
  const given = (["document", "text", "url"] as const).filter((name) => body[name] != null);
  const [source] = given;
  if (source === undefined) {
    throw invalidField("document", "Send the description as document, text or url.");
  }
  if (given.length > 1) {
    throw invalid(given.slice(1).map((field) => ({ field, issue: `Send it or ${source}, not both.` })));
  }
  return source;
}

async function checkProvider(name: string | null | undefined): Promise<void> {
  const { findKnownProvider } = await loadProviders();
  if (name != null && findKnownProvider(name) === undefined) {
    throw invalidField(
      "provider",
      `${JSON.stringify(name)} is not known. GET /v1/providers lists those that are.`,
    );
  }
}

/**
 * Checks that the slug is free, or that of an earlier import of the same kind: an import would remove the tools of an application
 * of another kind, and stop its connections. Hidden applications count.
 */
async function checkSlug(deps: Deps, { companyId }: Caller, { slug, source }: Body): Promise<void> {
  const existing = (await deps.catalog.forCompany(companyId)).findEvenHidden(slug);
  if (existing?.companyId === null) {
    throw new ApiError("CONFLICT", `"${slug}" is a built-in application. Choose another slug.`);
  }
  if (existing !== undefined && existing.record.source !== source) {
    throw new ApiError("CONFLICT", `"${slug}" is an application of another kind. Choose another slug.`);
  }
}
