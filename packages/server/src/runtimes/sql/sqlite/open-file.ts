import { DatabaseSync } from "node:sqlite";
import { checkOpened, findFile } from "./find-file.ts";
import { openMatcher } from "./match-value.ts";
import { matcherName } from "./matcher-name.ts";
import type { OpenRequest } from "./messages.ts";

/** The most bytes of one value, of one statement, and of one row. */
const maxValueBytes = 64 * 1024 * 1024;

/**
 * Opens a database's file. SQLite itself opens it for reading only, when the connection only reads.
 *
 * @throws SqlFailure, or an error of SQLite
 */
export function openFile({ folder, file, readOnly, busyTimeoutMs }: OpenRequest): DatabaseSync {
  const found = findFile(folder, file);
  const database = new DatabaseSync(found.path, {
    readOnly,
    timeout: busyTimeoutMs,
    allowExtension: false,
    defensive: true,
    enableDoubleQuotedStringLiterals: false,
    enableForeignKeyConstraints: true,
    limits: { attach: 0, length: maxValueBytes, sqlLength: 1024 * 1024 },
  });
  try {
    checkOpened(found, database.location());
    // What a large statement needs stays in this process, whose memory is watched, and fills no disk.
    database.exec("PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;");
    const options = { deterministic: true, directOnly: true, useBigIntArguments: true };
    database.function(matcherName, options, openMatcher());
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
