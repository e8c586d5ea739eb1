import { constants } from "node:sqlite";
import { type FailureMarks, SqlFailure } from "../sql-failure.ts";

const {
  SQLITE_SELECT,
  SQLITE_READ,
  SQLITE_FUNCTION,
  SQLITE_RECURSIVE,
  SQLITE_PRAGMA,
  SQLITE_INSERT,
  SQLITE_UPDATE,
  SQLITE_DELETE,
  SQLITE_CREATE_VTABLE,
} = constants;

/** They only read, and say nothing of the server. `database_list` would show the file's path. */
const permittedPragmas: ReadonlySet<string> = new Set([
  "collation_list",
  "foreign_key_list",
  "function_list",
  "index_info",
  "index_list",
  "index_xinfo",
  "table_info",
  "table_list",
  "table_xinfo",
]);
/** Modules of SQLite ask for them. With a value they would write. */
const permittedPragmasWithoutValue: ReadonlySet<string> = new Set(["data_version", "page_size"]);
/** They reach outside of the database. */
const refusedFunctions: ReadonlySet<string> = new Set(["load_extension", "fts3_tokenizer"]);
const permittedModules: ReadonlySet<string> = new Set([
  "fts3",
  "fts4",
  "fts5",
  "rtree",
  "rtree_i32",
  "geopoly",
]);
const reading: ReadonlySet<number> = new Set([SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE]);
const changing: ReadonlySet<number> = new Set([SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE]);
/** Changes of tables, indexes, views and triggers. Not among them: transactions, ATTACH and DETACH. */
const defining: ReadonlySet<number> = new Set([
  constants.SQLITE_CREATE_INDEX,
  constants.SQLITE_CREATE_TABLE,
  constants.SQLITE_CREATE_TEMP_INDEX,
  constants.SQLITE_CREATE_TEMP_TABLE,
  constants.SQLITE_CREATE_TEMP_TRIGGER,
  constants.SQLITE_CREATE_TEMP_VIEW,
  constants.SQLITE_CREATE_TRIGGER,
  constants.SQLITE_CREATE_VIEW,
  constants.SQLITE_DROP_INDEX,
  constants.SQLITE_DROP_TABLE,
  constants.SQLITE_DROP_TEMP_INDEX,
  constants.SQLITE_DROP_TEMP_TABLE,
  constants.SQLITE_DROP_TEMP_TRIGGER,
  constants.SQLITE_DROP_TEMP_VIEW,
  constants.SQLITE_DROP_TRIGGER,
  constants.SQLITE_DROP_VIEW,
  constants.SQLITE_DROP_VTABLE,
  constants.SQLITE_ALTER_TABLE,
  constants.SQLITE_REINDEX,
  constants.SQLITE_ANALYZE,
]);

/** What a statement did when SQLite asked whether it may. */
export interface Permission {
  /** It inserts, updates or deletes rows. */
  changesRows: boolean;
  /** Why it was refused; null: it was not. */
  refusal: SqlFailure | null;
}

/**
 * Decides what a statement may do, for SQLite's authorizer: it asks about each action when it prepares the statement. Everything that
 * is not known to be harmless is refused.
 *
 * @param permission gets what was decided
 */
export const permitActions =
  (readOnly: boolean, permission: Permission) =>
  (action: number, first: string | null, second: string | null): number => {
    const refusal = findRefusal(readOnly, action, first ?? "", second ?? "");
    permission.refusal ??= refusal;
    permission.changesRows ||= changing.has(action) && !first?.startsWith("sqlite_");
    return refusal === null ? constants.SQLITE_OK : constants.SQLITE_DENY;
  };

function findRefusal(readOnly: boolean, action: number, first: string, second: string): SqlFailure | null {
  if (reading.has(action)) {
    return null;
  }
  if (action === SQLITE_FUNCTION) {
    return refusedFunctions.has(second.toLowerCase())
      ? refuse(`The function ${second} is not allowed.`)
      : null;
  }
  if (action === SQLITE_PRAGMA) {
    const name = first.toLowerCase();
    const isPermitted =
      permittedPragmas.has(name) || (permittedPragmasWithoutValue.has(name) && second === "");
    return isPermitted ? null : refuse(`PRAGMA ${first} is not allowed.`);
  }
  const isModule = action === SQLITE_CREATE_VTABLE;
  const isChange = changing.has(action) || defining.has(action);
  if (!isChange && !(isModule && permittedModules.has(second.toLowerCase()))) {
    return refuse(
      "Transactions, savepoints, ATTACH, DETACH, VACUUM and modules that SQLite does not bring are not allowed.",
    );
  }
  return readOnly ? refuse("The statement changes the database.", { refusesWriting: true }) : null;
}

const refuse = (message: string, marks: FailureMarks = {}): SqlFailure =>
  new SqlFailure("downstreamRefused", message, marks);
