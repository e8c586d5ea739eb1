import { callCanceled, nestedTooDeeply } from "../../egress/exchange-messages.ts";
import { describeFailure } from "../describe-failure.ts";
import { findDownstreamMessage } from "../downstream-message.ts";
import { isObject } from "../is-object.ts";
import type { FailureKind } from "../outcome.ts";
import { maskText, maskValue } from "../secret-texts.ts";
import { missingCapability } from "./caller-dialog.ts";
import type { McpExchange } from "./mcp-exchange.ts";
import { isMissingResponse } from "./no-response.ts";

interface McpFailure {
  kind: FailureKind;
  message: string;
}

/**
 * What the client's error, and what is known of the exchange, mean for the caller (decisions D33). The server's words are masked before
 * they are cut: what a cut leaves of a secret is not known as one.
 */
export function describeMcpError(
  error: unknown,
  exchange: McpExchange,
  signal: AbortSignal | undefined,
  secretTexts: readonly string[],
): McpFailure {
  const described = describe(error, exchange, signal, secretTexts);
  const isUnclear = described.kind === "invalidOutput" || isMissingResponse(error);
  return exchange.isToolCalled && isUnclear
    ? { ...described, message: `${described.message} The tool may have run.` }
    : described;
}

function describe(
  error: unknown,
  exchange: McpExchange,
  signal: AbortSignal | undefined,
  secretTexts: readonly string[],
): McpFailure {
  const { failure, status, headers } = exchange;
  if (signal?.aborted) {
    return { kind: "downstreamUnavailable", message: callCanceled };
  }
  if (failure !== null) {
    return {
      kind: failure.kind === "addressRefused" ? "downstreamUnavailable" : failure.kind,
      message: failure.message,
    };
  }
  const read = readError(error);
  const { name, code, text, message } = read;
  if (code === missingCapability) {
    return cannotAsk;
  }
  if (name === "ProtocolError" || typeof code === "number") {
    const said = findDownstreamMessage({ message: maskText(message, secretTexts) });
    return {
      kind: "downstreamRefused",
      message: `The MCP server refused the call${said === null ? "." : `: ${said}`}`,
    };
  }
  if (status !== null && (status < 200 || status >= 300) && code !== "REQUEST_TIMEOUT") {
    return describeFailure(status, headers ?? {}, maskValue(parseText(text), secretTexts));
  }
  if (error instanceof RangeError) {
    return { kind: "outputTooLarge", message: nestedTooDeeply };
  }
  return describeClientError(read, headers);
}

const cannotAsk: McpFailure = {
  kind: "toolError",
  message:
    "The tool asks for more before it goes on, such as a person's input, which it cannot be given here.",
};

/** What the client says about a response that it cannot use. */
function describeClientError(
  { code, resultType, message }: ReadError,
  headers: McpExchange["headers"],
): McpFailure {
  if (code === "REQUEST_TIMEOUT") {
    return { kind: "timeout", message: "The MCP server did not respond in time." };
  }
  if (code === "UNSUPPORTED_RESULT_TYPE" && resultType === "input_required") {
    return cannotAsk;
  }
  return { kind: "invalidOutput", message: describeInvalidOutput({ code, resultType, message }, headers) };
}

function describeInvalidOutput(
  { code, resultType, message }: Pick<ReadError, "code" | "resultType" | "message">,
  headers: McpExchange["headers"],
): string {
  if (code === "UNSUPPORTED_RESULT_TYPE") {
    return `The MCP server's result is of the type ${JSON.stringify(resultType)}, which is not known here.`;
  }
  if (code === "INVALID_RESULT") {
    return "The MCP server's result breaks the rules of the protocol.";
  }
  const revision = /^Server's protocol version is not supported: (.*)$/.exec(message)?.[1];
  return revision === undefined
    ? `The server's response is not one of an MCP server${describeType(headers)}.`
    : `The MCP server chose revision ${revision} of the protocol, which is not known here.`;
}

/** What a page or a proxy returned in the server's place. */
function describeType(headers: McpExchange["headers"]): string {
  const [type = ""] = headers?.["content-type"]?.split(";") ?? [];
  if (headers === null || /^(?:application\/json|text\/event-stream)$/i.test(type.trim())) {
    return "";
  }
  return /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type.trim())
    ? `: its content type is ${type.trim()}`
    : ": it has no valid content type";
}

interface ReadError {
  name: string;
  code: unknown;
  text: string;
  resultType: string | null;
  message: string;
}

function readError(error: unknown): ReadError {
  if (!(error instanceof Error)) {
    return { name: "", code: null, text: "", resultType: null, message: "" };
  }
  const code = "code" in error ? error.code : null;
  const { text, resultType } = "data" in error && isObject(error.data) ? error.data : {};
  return {
    name: error.name,
    code,
    text: typeof text === "string" ? text : "",
    resultType: typeof resultType === "string" ? resultType : null,
    message: error.message,
  };
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
