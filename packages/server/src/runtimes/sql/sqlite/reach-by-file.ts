import { connectionError } from "../../request-build-error.ts";
import type { FindDatabase } from "../database.ts";
import type { ProcessPool } from "./process-pool.ts";
import { SqliteLink } from "./sqlite-link.ts";

const maxFileLength = 1000;

/**
 * Finds the file that a connection names.
 *
 * @param folder every file must be below it; null: the operator allows none
 */
export const reachByFile =
  (pool: ProcessPool, folder: string | null): FindDatabase =>
  ({ variables }, onlyReads) => {
    if (folder === null) {
      throw connectionError("This server opens no SQLite files: its operator must set BOWLINE_SQLITE_DIR.");
    }
    const file = readFileName(variables.file ?? "");
    // Only a clear word allows writing.
    const readOnly = onlyReads || variables.readOnly !== "false";
    return {
      destination: `sqlite:///${encodeURI(file)}`,
      refusal: null,
      shown: { dialect: "sqlite", database: `sqlite:///${file}`, readOnly },
      async borrow() {
        const link = new SqliteLink(pool, { folder, file, readOnly });
        return { link, isReused: false, cancel: () => link.end(), release: () => {} };
      },
    };
  };

/** The file itself is looked at when it is opened. */
function readFileName(file: string): string {
  const isPlain = file !== "" && file.length <= maxFileLength && file.isWellFormed();
  const names = file.split("/");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  if (!isPlain || /[\x00-\x1f\x7f\\]/.test(file) || names.some((name) => ["", ".", ".."].includes(name))) {
    throw connectionError(
      "The connection's field `file` must be a path below the server's folder for SQLite, such as `shop.db`, without `..`.",
    );
  }
  return file;
}
