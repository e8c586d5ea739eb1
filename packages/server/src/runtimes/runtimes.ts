import { join } from "node:path";
import { builtInFile, type CodeBinding, type ToolBinding } from "@bowline/catalog";
import type { Egress } from "../egress/egress.ts";
import type { CodeReport } from "./code/code-call.ts";
import { openCodeRuntime } from "./code/code-runtime.ts";
import { CodeThreads } from "./code/code-threads.ts";
import type { CodeModule } from "./code/messages.ts";
import { openGraphqlRuntime } from "./graphql/graphql-runtime.ts";
import { openHttpRuntime } from "./http/http-runtime.ts";
import { prepareToolListing } from "./mcp/list-mcp-tools.ts";
import { openMcpRuntime } from "./mcp/mcp-runtime.ts";
import { McpSessions } from "./mcp/mcp-sessions.ts";
import { openResponseThreads } from "./response-threads.ts";
import type { Access, PreparedCall, Runtime } from "./runtime.ts";
import { openSqlRuntime } from "./sql/sql-runtime.ts";

export { mcpListingLimits } from "./mcp/mcp-listing-limits.ts";

type ByKind = { [Kind in ToolBinding["kind"]]: Runtime<ToolBinding & { kind: Kind }> };

export interface Runtimes extends Runtime<ToolBinding> {
  /** Prepares the call that lists an MCP server's tools. Its output is an `McpServerDescription`. */
  prepareToolListing(access: Access): PreparedCall;
  /** Ends what applications keep from call to call. */
  close(): Promise<void>;
}

/** What the operator has set for tools that use this machine. */
export interface RuntimeOptions {
  /** The operator's folder of applications; null: there is none. */
  folder: string | null;
  /** The folder of SQLite's files; null, the default: there is none. */
  sqliteFolder?: string | null;
  /** Takes what the code prints, and the errors that it does not catch. */
  onReport(report: CodeReport): void;
}

/** Opens every runtime. Only this file knows their kinds: a binding's kind selects the runtime that compiles its tool. */
export function openRuntimes(
  egress: Egress,
  { folder, sqliteFolder = null, onReport }: RuntimeOptions,
): Runtimes {
  const responses = openResponseThreads();
  const parts = { egress, threads: responses };
  const sessions = new McpSessions();
  const mcpParts = { ...parts, sessions };
  const codeParts = { egress, threads: new CodeThreads(), responses, onReport };
  const runtimes: ByKind = {
    http: openHttpRuntime(parts),
    mcp: openMcpRuntime(mcpParts),
    code: openCodeRuntime(codeParts, (binding) => findModule(folder, binding)),
    graphql: openGraphqlRuntime(parts),
    sql: openSqlRuntime({ ...parts, sqliteFolder }),
  };
  return {
    compile(binding) {
      switch (binding.kind) {
        case "http":
          return runtimes.http.compile(binding);
        case "mcp":
          return runtimes.mcp.compile(binding);
        case "code":
          return runtimes.code.compile(binding);
        case "graphql":
          return runtimes.graphql.compile(binding);
        case "sql":
          return runtimes.sql.compile(binding);
      }
    },
    prepareToolListing: (access) => prepareToolListing(mcpParts, access),
    close: () => sessions.close(),
  };
}

/** An operator's application is stored until the next start, also without its folder. Then there is no file to load. */
function findModule(folder: string | null, { origin, file, codeHash }: CodeBinding): CodeModule {
  return origin === "builtin"
    ? { file: builtInFile(file), operatorFolder: null, codeHash }
    : { file: join(folder ?? "/nonexistent", file), operatorFolder: folder ?? "/nonexistent", codeHash };
}
