import type { Kysely } from "kysely";
import { ApiError } from "../../api-error.ts";
import { ApplicationMovedError } from "../../db/catalog/lock-asked.ts";
import { ToolSlugTakenError } from "../../db/catalog/published-slugs.ts";
import { ApplicationTakenError } from "../../db/catalog/save-application.ts";
import { inDryRun } from "../../db/in-dry-run.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { checkStillAdmin } from "./check-still-admin.ts";

/**
 * Stores what an import has read. In a dry run, nothing is stored, and the result says what would have been.
 *
 * @param store stores it over the connection or transaction that it gets
 * @throws ApiError `CONFLICT` when another application has a slug of its tools, or its own, or it was moved while its server was asked; `FORBIDDEN`
 * when the caller may not import any more
 */
export async function storeImport<Result>(
  { db, catalog }: Pick<Deps, "db" | "catalog">,
  caller: Caller,
  isDryRun: boolean,
  store: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const { kysely } = db.background;
  await checkStillAdmin(kysely, caller);
  try {
    if (isDryRun) {
      return await inDryRun(kysely, store);
    }
    const result = await store(kysely);
    catalog.forget(caller.companyId);
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
