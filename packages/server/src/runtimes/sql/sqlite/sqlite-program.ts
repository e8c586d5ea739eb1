import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { SqlFailure } from "../sql-failure.ts";
import { findTable, listTables } from "./find-tables.ts";
import type { OpenRequest, SqliteReply, SqliteRequest } from "./messages.ts";
import { openFile } from "./open-file.ts";
import { runStatement } from "./run-statement.ts";

// The program of a process that runs SQLite for the server. One transaction in one file at a time.

const maxMemoryBytes = 256 * 1024 * 1024;

let opened: { database: DatabaseSync; request: OpenRequest } | null = null;

/** SQLITE_READONLY_ROLLBACK: a program ended in the middle of a change, and its journal has to be rolled back first. */
const needsRollback = 776;

function open(request: OpenRequest): void {
  try {
    begin(request);
  } catch (error) {
    if (!(error instanceof Error) || !("errcode" in error) || error.errcode !== needsRollback) {
      throw error;
    }
    // What any program that opens the file does: the file gets its last committed state back.
    close(false);
    begin({ ...request, readOnly: false });
    close(false);
    begin(request);
  }
}

function begin(request: OpenRequest): void {
  opened = { database: openFile(request), request };
  // A transaction that will write takes the lock at once: later it may be too late for it.
  opened.database.exec(request.readOnly ? "BEGIN" : "BEGIN IMMEDIATE");
  opened.database.prepare("SELECT 1 FROM sqlite_schema").get();
}

function close(isKept: boolean): void {
  const { database } = opened ?? {};
  opened = null;
  try {
    database?.exec(isKept ? "COMMIT" : "ROLLBACK");
  } catch (error) {
    // SQLite has rolled back by itself after some errors.
    if (isKept) {
      throw error;
    }
  } finally {
    database?.close();
  }
}

function perform(request: SqliteRequest): unknown {
  switch (request.kind) {
    case "open":
      return open(request);
    case "close":
      return close(request.isKept);
    case "listTables":
      return listTables(findOpened().database, request.limit);
    case "findTable":
      return findTable(findOpened().database, request.name);
    case "run": {
      const { database, request: target } = findOpened();
      return runStatement(database, request.statement, { ...target, ...request });
    }
  }
}

function findOpened(): NonNullable<typeof opened> {
  if (opened === null) {
    throw new Error("No file is open.");
  }
  return opened;
}

function reply(request: SqliteRequest): SqliteReply {
  try {
    return { result: perform(request) };
  } catch (error) {
    if (error instanceof SqlFailure) {
      const { kind, message, concernsConnection, refusesWriting } = error;
      return { failure: { kind, message, concernsConnection, refusesWriting } };
    }
    const { errcode } = error as { errcode?: unknown };
    const message = error instanceof Error ? error.message : String(error);
    return { fault: { code: typeof errcode === "number" ? errcode : null, message } };
  }
}

const watchdog = new Worker(new URL("./watchdog.ts", import.meta.url), {
  workerData: { parentId: process.ppid, maxMemoryBytes },
});
watchdog.once("message", () => {
  process.on("message", (request: SqliteRequest) => process.send?.(reply(request)));
  process.on("disconnect", () => process.exit());
  process.send?.("ready");
});
