import type { Catalog } from "../catalog/catalog.ts";
import type { Config } from "../config/config.ts";
import type { SignInLinks } from "../connect/sign-in/sign-in-links.ts";
import type { TokenKeeper } from "../connect/tokens/token-keeper.ts";
import type { Database } from "../db/open-database.ts";
import type { Rows } from "../db/rows.ts";
import type { HistoryWriter } from "../history/history-writer.ts";
import type { LastUsed } from "../history/last-used.ts";
import type { Logger } from "../log/logger.ts";
import type { Metrics } from "../metrics.ts";
import type { Vault } from "../vault/vault.ts";
import type { ToolLoader } from "./load-tool.ts";
import type { MaskThreads } from "./masking/mask-threads.ts";
import type { AccessOpener } from "./open-access.ts";

/** The parts of the server that running a tool uses. Each step picks the members it needs. */
export interface ExecutionParts {
  catalog: Pick<Catalog, "forCompany">;
  tools: Pick<ToolLoader, "load">;
  rows: Pick<Rows, "connections" | "defaults" | "toolsets">;
  db: Pick<Database, "kysely">;
  access: AccessOpener;
  vault: Vault;
  tokens: TokenKeeper;
  signInLinks: SignInLinks;
  config: Pick<Config, "baseUrl" | "toolTimeoutMs" | "toolOutputBytes" | "history">;
  history: Omit<HistoryWriter, "close">;
  maskThreads: MaskThreads;
  lastUsed: Pick<LastUsed, "noteConnection">;
  metrics: Pick<Metrics, "countExecution">;
  log: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** The parts that calling a tool uses, with or without a caller. */
export type CallParts = Pick<
  ExecutionParts,
  "catalog" | "tools" | "access" | "vault" | "tokens" | "signInLinks" | "config" | "clock"
>;
