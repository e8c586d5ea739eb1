import { describeFailure } from "../describe-failure.ts";
import { findDownstreamMessage } from "../downstream-message.ts";
import type { FailureKind } from "../outcome.ts";
import type { McpExchange } from "./mcp-exchange.ts";

/** What the client's error, and what is known of the exchange, mean for the caller (decisions D33). */
export function describeMcpError(
  error: unknown,
  exchange: McpExchange,
  signal: AbortSignal | undefined,
): { kind: FailureKind; message: string } {
  const { failure, status, headers } = exchange;
  if (signal?.aborted) {
    return { kind: "downstreamUnavailable", message: "The call was canceled." };
  }
  if (failure !== null) {
    return {
      kind: failure.kind === "addressRefused" ? "downstreamUnavailable" : failure.kind,
      message: failure.message,
    };
  }
  const { name, code, text, message } = readError(error);
  if (status !== null && (status < 200 || status >= 300) && code !== "REQUEST_TIMEOUT") {
    return describeFailure(status, headers ?? {}, parseText(text));
  }
  if (code === "REQUEST_TIMEOUT") {
    return { kind: "timeout", message: "The MCP server did not answer in time." };
  }
  if (code === "UNSUPPORTED_RESULT_TYPE") {
    return { kind: "toolError", message: "The tool asks a person for input, which it cannot be given here." };
  }
  if (name === "ProtocolError" || typeof code === "number") {
    const said = findDownstreamMessage({ message });
    return {
      kind: "downstreamRefused",
      message: `The MCP server refused the call${said === null ? "." : `: ${said}`}`,
    };
  }
  return { kind: "invalidOutput", message: "The server's answer is none of an MCP server." };
}

function readError(error: unknown): { name: string; code: unknown; text: string; message: string } {
  if (!(error instanceof Error)) {
    return { name: "", code: null, text: "", message: "" };
  }
  const code = "code" in error ? error.code : null;
  const data = "data" in error ? error.data : null;
  const text = typeof data === "object" && data !== null && "text" in data ? data.text : "";
  return { name: error.name, code, text: typeof text === "string" ? text : "", message: error.message };
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
