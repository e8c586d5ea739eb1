import type { McpBinding, McpServerDescription } from "@bowline/catalog";
import type { Outcome } from "../src/runtimes/outcome.ts";
import type { Access, PreparedCall, SendOptions } from "../src/runtimes/runtime.ts";
import type { Runtimes } from "../src/runtimes/runtimes.ts";
import { type Behavior, respondWithJson } from "./fault-server.ts";

/** The token of every connection. */
export const token = "very-secret-token";

export const mcpOptions: SendOptions = { timeoutMs: 60_000, maxBytes: 100_000, mayRepeat: false };

export const accessTo = (serverUrl: string): Access => ({
  serverUrl,
  variables: { token },
  placements: [{ in: "header", name: "Authorization", value: "Bearer {token}" }],
  secretValues: [token],
});

/** Calls tools of MCP servers. */
export class McpCaller {
  readonly #runtimes: Runtimes;

  constructor(runtimes: Runtimes) {
    this.#runtimes = runtimes;
  }

  prepare(url: string, tool: string, input = {}, changes: Partial<McpBinding> = {}): PreparedCall {
    const binding: McpBinding = { kind: "mcp", tool, era: "modern", pin: "", ...changes };
    return this.#runtimes.compile(binding).prepare(accessTo(url), input);
  }

  call(url: string, tool: string, input = {}, changes: Partial<McpBinding> = {}): Promise<Outcome> {
    return this.prepare(url, tool, input, changes).send(mcpOptions);
  }

  /** @throws Error when the tools cannot be listed */
  async list(url: string): Promise<McpServerDescription> {
    const outcome = await this.#runtimes.prepareToolListing(accessTo(url)).send(mcpOptions);
    if (!outcome.isSuccess) {
      throw new Error(outcome.message);
    }
    return outcome.output as McpServerDescription;
  }
}

/** Responds with a result of revision 2026-07-28. */
export function respondWithResult(result: Record<string, unknown>): Behavior {
  return (received, response) => {
    const { id } = JSON.parse(received.body.toString());
    respondWithJson(200, { jsonrpc: "2.0", id, result: { resultType: "complete", ...result } })(
      received,
      response,
    );
  };
}
