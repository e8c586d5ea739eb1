import type { ImportResult } from "@bowline/contract";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { NoteProgress } from "../../jobs/import-progress.ts";
import type { InputOf } from "../handler.ts";
import { importDescription } from "./import-description.ts";
import { importMcp } from "./import-mcp.ts";
import { importSql } from "./import-sql.ts";

/** Runs an import that was checked. With `dryRun` nothing is stored. */
export async function runImport(
  deps: Deps,
  caller: Caller,
  { body, documentText = null }: Pick<InputOf<"importApplication">, "body" | "documentText">,
  note: NoteProgress = () => {},
): Promise<ImportResult> {
  note({ phase: "fetching", done: 0, total: null });
  switch (body.source) {
    case "openapi":
    case "graphql":
      return importDescription(deps, caller, body, documentText, note);
    case "mcp":
      return importMcp(deps, caller, body, note);
    case "sql":
      return importSql(deps, caller, body);
  }
}
