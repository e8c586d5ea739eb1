import { cutText } from "../../cut-text.ts";
import { nestedTooDeeply } from "../../egress/exchange-messages.ts";
import { isDeeperThan, maxOutputDepth } from "../../problems/is-deeper-than.ts";
import { isHeavy } from "../is-heavy.ts";
import { isObject } from "../is-object.ts";
import { parseExactJson } from "../parse-exact-json.ts";
import { maskText, maskValue } from "../secret-texts.ts";
import { isId, mayBeMessage } from "./parse-message.ts";
import { readToolResult } from "./read-tool-result.ts";

/** The most characters of a failed tool's words that are kept. They are masked first: what a cut leaves of a secret is not known as one. */
const maxFailureText = 16 * 1024;
const internalError = -32_603;
/** Blocks are checked, cut and written, each of which takes as long as to parse them. */
const workOnBlocks = 3;

/** A large response as it came: JSON, or events of a stream. */
export interface LargeMessage {
  body: Uint8Array;
  isStream: boolean;
  /** Of the request; a stream may have responses to others. Null: none is awaited. */
  id: string | null;
  secretTexts: readonly string[];
}

/** A large result without secrets. The outputs are JSON texts, which are cheaper to pass between threads than objects. */
export interface LargeResult {
  /** The words with which the tool failed; null: it did not. */
  failureText: string | null;
  outputText: string;
  contentText: string | null;
  isOutputHeavy: boolean;
}

/** A small message for the client in place of the large one, and what it stands for. */
export interface ReadMessage {
  replacement: string;
  /** A tool's result; null: it was none. */
  result: LargeResult | null;
  /** The JSON of each tool of a list. All at once, they would hold the event loop. Null: it was no list of tools. */
  toolTexts: string[] | null;
}

/** Reads a large response to `tools/call`. Takes long: for threads (decisions D75). @throws RangeError when it is nested too deeply */
export function readLargeMessage({ secretTexts, ...came }: LargeMessage): ReadMessage {
  const { isStream } = came;
  const message = findResponse(came, parse);
  if (message === null) {
    return leaveOut(isStream);
  }
  const { id, result, error } = message;
  if (!isObject(result)) {
    return isObject(error) ? shortenError(id, error, secretTexts) : leaveOut(isStream);
  }
  if (result.resultType === "input_required") {
    return fail(id, "The tool asks for more input than can be passed on.");
  }
  const read = readToolResult(result);
  const output = maskValue(read.output, secretTexts);
  const areBlocks = read.output === result.content;
  const small = {
    content: [],
    ...(read.isError && { isError: true }),
    resultType: typeof result.resultType === "string" ? result.resultType : "complete",
  };
  return {
    replacement: JSON.stringify({ jsonrpc: "2.0", id, result: small }),
    result: {
      failureText: read.isError ? cutText(maskText(read.text, secretTexts), maxFailureText) : null,
      outputText: JSON.stringify(output) ?? "null",
      contentText: read.content && writeContent(read.content, secretTexts),
      isOutputHeavy: isHeavy(output, areBlocks ? workOnBlocks : 0),
    },
    toolTexts: null,
  };
}

function writeContent(content: readonly unknown[], secretTexts: readonly string[]): string {
  const clean = maskValue(content, secretTexts);
  return JSON.stringify(isHeavy(clean, workOnBlocks) ? [tooManyParts] : clean);
}

/** In place of content that takes too long to be parsed outside of a thread (decisions D75). */
const tooManyParts = {
  type: "text",
  text: "The other content of this result has too many parts to be shown.",
};

function shortenError(
  id: unknown,
  { code, message }: Record<string, unknown>,
  secretTexts: readonly string[],
): ReadMessage {
  const said = typeof message === "string" ? cutText(maskText(message, secretTexts), maxFailureText) : "";
  const short = { code: typeof code === "number" ? code : internalError, message: said };
  return { replacement: JSON.stringify({ jsonrpc: "2.0", id, error: short }), result: null, toolTexts: null };
}

function fail(id: unknown, failureText: string): ReadMessage {
  const result = { content: [], isError: true, resultType: "complete" };
  return {
    replacement: JSON.stringify({ jsonrpc: "2.0", id, result }),
    result: { failureText, outputText: "null", contentText: null, isOutputHeavy: false },
    toolTexts: null,
  };
}

type Parse = (text: string) => Record<string, unknown> | null;

/** Replaces what is no response. Notifications of this size are not passed on. */
export const leaveOut = (isStream: boolean): ReadMessage => ({
  replacement: isStream ? ": a long event was left out" : "{}",
  result: null,
  toolTexts: null,
});

/** Finds the response in what came: the whole, or the one of the events of a stream that has the request's id. */
export function findResponse(
  { body, isStream, id }: Omit<LargeMessage, "secretTexts">,
  parse: Parse,
): Record<string, unknown> | null {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  return isStream ? findInEvents(text, id, parse) : parse(text);
}

function findInEvents(text: string, id: string | null, parse: Parse): Record<string, unknown> | null {
  for (const event of text.split(/\r?\n\r?\n|\r\r/)) {
    const data = event
      .split(/\r\n|\n|\r/)
      .flatMap((line) => (line.startsWith("data:") ? [line.slice(line[5] === " " ? 6 : 5)] : []))
      .join("\n");
    const message = mayBeMessage(data) ? parse(data) : null;
    if (message !== null && isId(message.id, id) && ("result" in message || "error" in message)) {
      return message;
    }
  }
  return null;
}

function parse(text: string): Record<string, unknown> | null {
  if (isDeeperThan(text, maxOutputDepth)) {
    throw new RangeError(nestedTooDeeply);
  }
  try {
    const message = parseExactJson(text);
    return isObject(message) ? message : null;
  } catch {
    return null;
  }
}
