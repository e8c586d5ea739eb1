import {
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { cutText } from "../cut-text.ts";
import { isObject } from "../runtimes/is-object.ts";
import type { SentMessages } from "./read-messages.ts";

/** Those that the documentation names, newest first. */
const revisions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];
const takenRevisions = new Set([...revisions, ...SUPPORTED_PROTOCOL_VERSIONS]);

/**
 * Refuses a request that the SDK would refuse with its own words, such as a call that names no tool, or a revision that is not known.
 * Null: it is right.
 *
 * @param revision as the header `MCP-Protocol-Version` names it
 */
export function refuseCall({ body, messages }: SentMessages, revision: string | null): Response | null {
  const isBatch = Array.isArray(body);
  const wanted = messages.find(({ id, method }) => id !== undefined && (!isBatch || method === "initialize"));
  if (wanted === undefined) {
    return null;
  }
  const { id, method } = wanted;
  const params = isObject(wanted.params) ? wanted.params : {};
  if (!isBatch && revision !== null && !takenRevisions.has(revision.trim()) && !isNewest(params)) {
    const message = `This server does not speak the protocol's revision ${cutText(revision, 100)}. It speaks ${revisions.join(", ")}.`;
    const data = { supported: revisions, requested: revision };
    const error = { code: ProtocolErrorCode.UnsupportedProtocolVersion, message, data };
    return Response.json({ jsonrpc: "2.0", id, error }, { status: 400 });
  }
  const message = findFault(method, params);
  return message === null
    ? null
    : Response.json({ jsonrpc: "2.0", id, error: { code: ProtocolErrorCode.InvalidParams, message } });
}

/** Takes params that the SDK would refuse with its own words out of the requests of a batch. Returns what to say of each, by its id. */
export function takeFaults({ body, messages }: SentMessages): Map<unknown, string> {
  const faults = new Map<unknown, string>();
  for (const message of Array.isArray(body) ? messages : []) {
    const { id, method, params } = message;
    const fault =
      id === undefined || method === "initialize" ? null : findFault(method, isObject(params) ? params : {});
    if (fault !== null) {
      faults.set(id, fault);
      message.params = method === "tools/call" ? { name: "" } : {};
    }
  }
  return faults;
}

function findFault(method: unknown, params: Record<string, unknown>): string | null {
  switch (method) {
    case "tools/call":
      return typeof params.name === "string"
        ? null
        : "Send the tool's name as params.name, and its inputs as params.arguments.";
    case "tools/list":
      return findCursorFault(params.cursor);
    case "initialize":
      // The newest revision, which each of its requests names, has no such method.
      return isNewest(params) || isSpecType.InitializeRequest({ method, params })
        ? null
        : "Send params.protocolVersion, params.capabilities, and params.clientInfo with its name and version, as the protocol describes them.";
    default:
      return null;
  }
}

/** The list is one page, so no cursor is ours. An empty one asks for the first page. */
function findCursorFault(cursor: unknown): string | null {
  if (cursor !== undefined && typeof cursor !== "string") {
    return "The cursor must be a string.";
  }
  return cursor === undefined || cursor === "" ? null : "The list has one page. Leave out the cursor.";
}

const isNewest = ({ _meta: meta }: Record<string, unknown>): boolean =>
  isObject(meta) && PROTOCOL_VERSION_META_KEY in meta;
