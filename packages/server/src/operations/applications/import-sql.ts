import { buildSqlApplication, keepPublishedSlugs } from "@bowline/catalog";
import type { ImportResult } from "@bowline/contract";
import type { Kysely } from "kysely";
import { ApiError, checkNoProblems, invalidField } from "../../api-error.ts";
import type { Caller } from "../../db/callers.ts";
import { saveApplication } from "../../db/import-application.ts";
import { inDryRun } from "../../db/in-dry-run.ts";
import { loadPublishedSlugs, ToolSlugTakenError } from "../../db/published-slugs.ts";
import type { Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

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
export async function importSql(deps: Deps, { companyId }: Caller, body: Body): Promise<ImportResult> {
  checkNoProblems(
    otherMembers
      .filter((name) => body[name] != null)
      .map((field) => ({ field, issue: "Does not belong to a database." })),
  );
  const { slug, dialect } = body;
  if (dialect == null) {
    throw invalidField("dialect", "Send the kind of database: postgresql, mysql or sqlite.");
  }
  const existing = (await deps.catalog.forCompany(companyId)).findApplication(slug);
  if (existing !== undefined && existing.record.source !== "sql") {
    throw new ApiError("CONFLICT", `"${slug}" is an application of another kind. Choose another slug.`);
  }
  const published = await loadPublishedSlugs(deps.db.kysely, companyId, slug);
  const built = buildSqlApplication({ slug, name: body.name ?? null, dialect });
  const application = keepPublishedSlugs(built, published);
  try {
    const db = deps.db.background.kysely;
    const isDryRun = body.dryRun === true;
    const save = (target: Kysely<Schema>) => saveApplication(target, companyId, application);
    const { changes, ...counts } = await (isDryRun ? inDryRun(db, save) : save(db));
    if (!isDryRun) {
      deps.catalog.forget(companyId);
    }
    const toolCount = application.tools.length;
    return {
      applicationSlug: slug,
      toolCount,
      ...counts,
      stoppedConnections: 0,
      skipped: [],
      warnings: [],
      ...(isDryRun && { changes }),
    };
  } catch (error) {
    if (error instanceof ToolSlugTakenError) {
      throw new ApiError("CONFLICT", error.message);
    }
    throw error;
  }
}
