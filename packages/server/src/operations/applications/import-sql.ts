import { buildSqlApplication, keepPublishedSlugs } from "@bowline/catalog";
import type { ImportResult } from "@bowline/contract";
import { invalidField } from "../../api-error.ts";
import { loadSetName } from "../../db/catalog/applications.ts";
import { loadPublishedSlugs } from "../../db/catalog/published-slugs.ts";
import { saveApplication } from "../../db/catalog/save-application.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";
import { checkAbsent } from "./check-absent.ts";
import { describeKeptName } from "./describe-kept-name.ts";
import { storeImport } from "./store-import.ts";

type Body = InputOf<"importApplication">["body"];

const otherMembers = [
  "document",
  "text",
  "url",
  "schema",
  "headers",
  "baseUrl",
  "overridableFields",
  "securitySchemes",
  "provider",
] as const;

/** Adds the application of a kind of database (decisions D69). Nothing is called: each connection names its own database. */
export async function importSql(deps: Deps, caller: Caller, body: Body): Promise<ImportResult> {
  const { companyId } = caller;
  const { slug } = body;
  const dialect = readDialect(body);
  const published = await loadPublishedSlugs(deps.db.kysely, companyId, slug);
  const built = buildSqlApplication({ slug, name: body.name ?? null, dialect });
  const application = keepPublishedSlugs(built, published);
  const isDryRun = body.dryRun === true;
  const { changes, setName, ...counts } = await storeImport(deps, caller, isDryRun, async (db) => ({
    ...(await saveApplication(db, companyId, application)),
    setName: await loadSetName(db, companyId, slug),
  }));
  return {
    applicationSlug: slug,
    toolCount: application.tools.length,
    ...counts,
    stoppedConnections: 0,
    skipped: [],
    warnings: describeKeptName(slug, body.name, setName),
    ...(isDryRun && { changes }),
  };
}

/** @throws ApiError `VALIDATION_ERROR` when the dialect is missing, or members of another kind are given */
export function readDialect(body: Body): NonNullable<Body["dialect"]> {
  checkAbsent(body, otherMembers, "Does not belong to a database.");
  if (body.dialect == null) {
    throw invalidField("dialect", "Send the kind of database: postgresql, mysql or sqlite.");
  }
  return body.dialect;
}
