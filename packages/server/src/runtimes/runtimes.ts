import type { ToolBinding } from "@bowline/catalog";
import type { Egress } from "../egress/egress.ts";
import { openHttpRuntime } from "./http/http-runtime.ts";
import { prepareToolListing } from "./mcp/list-mcp-tools.ts";
import { openMcpRuntime } from "./mcp/mcp-runtime.ts";
import { openResponseThreads } from "./response-threads.ts";
import type { Access, PreparedCall, Runtime } from "./runtime.ts";

type ByKind = { [Kind in ToolBinding["kind"]]: Runtime<ToolBinding & { kind: Kind }> };

export interface Runtimes extends Runtime<ToolBinding> {
  /** Prepares the call that lists an MCP server's tools. Its output is an `McpServerDescription`. */
  prepareToolListing(access: Access): PreparedCall;
}

/** Opens every runtime. Only this file knows their kinds: a binding's kind selects the runtime that compiles its tool. */
export function openRuntimes(egress: Egress): Runtimes {
  const parts = { egress, threads: openResponseThreads() };
  const runtimes: ByKind = {
    http: openHttpRuntime(parts),
    mcp: openMcpRuntime(parts),
  };
  return {
    compile(binding) {
      switch (binding.kind) {
        case "http":
          return runtimes.http.compile(binding);
        case "mcp":
          return runtimes.mcp.compile(binding);
      }
    },
    prepareToolListing: (access) => prepareToolListing(parts, access),
  };
}
