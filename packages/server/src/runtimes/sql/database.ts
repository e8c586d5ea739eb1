import type { Json, SqlOperation } from "@bowline/catalog";
import type { Access } from "../runtime.ts";
import type { SqlSyntax } from "./dialect.ts";
import type { LentLink, LinkLimits } from "./link-pool.ts";

/** The database that a connection names. */
export interface Database {
  /** Its address, without user and password. */
  destination: string;
  /** Why its address is not called; null for a name, too, which is looked up later. */
  refusal: string | null;
  /** For a dry run. It contains no secret. */
  shown: Record<string, Json>;
  /** @throws SqlFailure, or what the dialect's `describeError` reads */
  borrow(limits: LinkLimits): Promise<LentLink>;
}

/**
 * Reads from a connection's fields which database it names.
 *
 * @param onlyReads the call changes nothing, so it gets a connection that only reads
 * @throws RequestBuildError when a field is missing or wrong
 */
export type FindDatabase = (access: Access, onlyReads: boolean) => Database;

/** A tool of a database, ready for calls. */
export interface SqlTool {
  operation: SqlOperation;
  syntax: SqlSyntax;
  findDatabase: FindDatabase;
}
