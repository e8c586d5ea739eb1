import type { Kysely } from "kysely";
import { ApiError } from "../../api-error.ts";
import { ApplicationMovedError } from "../../db/catalog/lock-asked.ts";
import { ToolSlugTakenError } from "../../db/catalog/published-slugs.ts";
import { ApplicationTakenError } from "../../db/catalog/save-application.ts";
import { inDryRun } from "../../db/in-dry-run.ts";
import type { Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";

/**
 * Stores what an import has read. In a dry run, nothing is stored, and the result says what would have been.
 *
 * @param store stores it over the connection or transaction that it gets
 * @throws ApiError `CONFLICT` when another application has a slug of its tools, or its own, or it was moved while its server was asked
 */
export async function storeImport<Result>(
  { db, catalog }: Pick<Deps, "db" | "catalog">,
  companyId: number,
  isDryRun: boolean,
  store: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const { kysely } = db.background;
  try {
    if (isDryRun) {
      return await inDryRun(kysely, store);
    }
    const result = await store(kysely);
    catalog.forget(companyId);
    return result;
  } catch (error) {
    if (
      error instanceof ToolSlugTakenError ||
      error instanceof ApplicationTakenError ||
      error instanceof ApplicationMovedError
    ) {
      throw new ApiError("CONFLICT", error.message);
    }
    throw error;
  }
}
