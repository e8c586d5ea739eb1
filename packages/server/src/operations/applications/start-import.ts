import { ApiError } from "../../api-error.ts";
import { insertImport } from "../../db/catalog/imports.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";
import { runImport } from "./run-import.ts";

const mostAtOnce = 5;

/**
 * Starts an import in the background (decisions D72).
 *
 * @returns its id
 * @throws ApiError `CONFLICT` when the caller has too many in progress
 */
export async function startImport(
  deps: Deps,
  caller: Caller,
  input: InputOf<"importApplication">,
): Promise<number> {
  const { companyId, accountUserId } = caller;
  const row = {
    companyId,
    accountUserId,
    applicationSlug: input.body.slug,
    isDryRun: input.body.dryRun === true,
  };
  const importId = await insertImport(deps.db.kysely, row, mostAtOnce);
  if (importId === null) {
    throw new ApiError(
      "CONFLICT",
      `${mostAtOnce} imports of yours are in progress. Wait until one has ended.`,
    );
  }
  deps.imports.start(importId, (note) => runImport(deps, caller, input, note));
  return importId;
}
