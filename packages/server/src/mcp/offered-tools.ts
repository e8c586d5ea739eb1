import type { CallToolResult, InputRequiredResult, Tool } from "@modelcontextprotocol/server";
import { cutText } from "../cut-text.ts";
import type { CallOptions } from "../execution/send-call.ts";

/** One call of a tool. */
export interface OfferedCall {
  name: string;
  input: Record<string, unknown>;
  options: CallOptions & { signal: AbortSignal };
  /** Asks the person to open an address. Null: the client cannot. */
  askToOpen: AskToOpen | null;
}

/** Returns, or throws, what makes the client show an address to its person. */
export type AskToOpen = (message: string, url: string) => ToolCallOutput;

export type ToolCallOutput = CallToolResult | InputRequiredResult;

/** The tools that an endpoint offers to one request. */
export interface OfferedTools {
  /** For the model: what these tools are. */
  instructions: string;
  /** In a stable order. */
  list(): Promise<Tool[]>;
  /** @throws UnknownToolError, ApiError */
  call(call: OfferedCall): Promise<ToolCallOutput>;
}

/** The endpoint offers no tool of that name. */
export class UnknownToolError extends Error {
  /** @param advice what to do when no name is near */
  constructor(name: string, nearest: string | null, advice: string) {
    const told = nearest === null ? advice : `Did you mean "${nearest}"?`;
    super(`There is no tool "${cutText(name, 100)}" here. ${told}`);
    this.name = "UnknownToolError";
  }
}
