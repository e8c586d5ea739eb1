import { buildSqlApplication, keepPublishedSlugs } from "@bowline/catalog";
import { ApiError, checkNoProblems, invalidField } from "../../api-error.ts";
import type { Caller } from "../../db/callers.ts";
import { saveApplication } from "../../db/import-application.ts";
import { loadPublishedSlugs, ToolSlugTakenError } from "../../db/published-slugs.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";

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
export async function importSql(
  deps: Deps,
  { companyId }: Caller,
  body: Body,
): Promise<OutputOf<"importApplication">> {
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
    const outcome = await saveApplication(deps.db.background.kysely, companyId, application);
    deps.catalog.forget(companyId);
    const toolCount = application.tools.length;
    return { applicationSlug: slug, toolCount, ...outcome, stoppedConnections: 0, skipped: [], warnings: [] };
  } catch (error) {
    if (error instanceof ToolSlugTakenError) {
      throw new ApiError("CONFLICT", error.message);
    }
    throw error;
  }
}
