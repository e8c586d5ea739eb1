import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError } from "../api-error.ts";
import { cutText } from "../cut-text.ts";
import { decodeUtf8, readBytes } from "../entry/read-bytes.ts";
import { isDeeperThan, maxDepth } from "../problems/is-deeper-than.ts";
import { isObject } from "../runtimes/is-object.ts";
import { findInexactArguments } from "./find-inexact-arguments.ts";

/** Parsing a longer body may take up to 50 ms, so that others get their turn after it (decisions D75). */
const maxQuickLength = 64 * 1024;

/** As many as the SDK takes. It refuses a longer batch after its responses and cancellations have been handled. */
const maxMessages = 100;

/** A JSON-RPC message, or a batch of them (revision 2025-03-26). */
export interface SentMessages {
  body: unknown;
  /** The messages that are objects. */
  messages: Record<string, unknown>[];
  /** Ids of the calls of tools whose `arguments` have a number that would change on its way. */
  inexactCalls: ReadonlySet<unknown>;
}

/** What is known of the request while it is read. */
export interface ReadRequest {
  /** The id of the one JSON-RPC request in the body; null: there is none, or it was not read yet. */
  id: string | number | null;
}

/**
 * Reads the body of a request.
 *
 * @param known gets the id, also when the body is refused
 * @throws ApiError `INVALID_REQUEST` when it is too large, not JSON in UTF-8, nested too deeply (decisions D9), has a number that would
 * change and is in no arguments of a tool, or is a batch of more than 100 messages or with an id twice
 */
export async function readMessages(
  request: IncomingMessage,
  limitBytes: number,
  known: ReadRequest,
): Promise<SentMessages> {
  const text = decodeUtf8(await readBytes(request, limitBytes));
  if (isDeeperThan(text, maxDepth)) {
    throw new ApiError("INVALID_REQUEST", `The body is nested deeper than ${maxDepth} levels.`);
  }
  const body = parse(text);
  known.id = findId(body);
  const inexactCalls = findInexactArguments(text);
  if (text.length > maxQuickLength) {
    await nextTurn();
  }
  if (Array.isArray(body) && body.length > maxMessages) {
    throw new ApiError(
      "INVALID_REQUEST",
      `A batch may have at most ${maxMessages} messages, and this one has ${body.length}. Send several requests.`,
    );
  }
  const messages = (Array.isArray(body) ? body : [body]).filter(isObject);
  checkIds(messages);
  messages.forEach(leaveOutNulls);
  return { body, messages, inexactCalls };
}

/** Two requests with one id would get one response. */
function checkIds(messages: readonly Record<string, unknown>[]): void {
  const seen = new Set<unknown>();
  for (const { id, method } of messages) {
    if (id !== undefined && method !== undefined && seen.has(id)) {
      const told = cutText(JSON.stringify(id), 100);
      throw new ApiError(
        "INVALID_REQUEST",
        `Two requests of the batch have the id ${told}. Give each request an id of its own.`,
      );
    }
    seen.add(id);
  }
}

/** Several clients send null for parameters that they do not give, such as the arguments of a tool without inputs. */
function leaveOutNulls(message: Record<string, unknown>): void {
  if (message.params === null) {
    delete message.params;
  } else if (isObject(message.params)) {
    for (const [name, value] of Object.entries(message.params)) {
      if (value === null) {
        delete message.params[name];
      }
    }
  }
}

function findId(body: unknown): string | number | null {
  const { id, method } = isObject(body) ? body : {};
  const isId = typeof id === "string" || Number.isSafeInteger(id);
  return method !== undefined && isId ? (id as string | number) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("INVALID_REQUEST", "The body is not valid JSON. Send one JSON-RPC message.");
  }
}
