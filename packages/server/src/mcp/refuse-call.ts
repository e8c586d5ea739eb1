import { isSpecType, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { isObject } from "../runtimes/is-object.ts";
import type { SentMessages } from "./read-messages.ts";

const invalidParams = -32_602;

/** Refuses a request whose params the SDK would refuse with its own words, such as a call that names no tool. Null: they are right. */
export function refuseCall({ body }: SentMessages): Response | null {
  if (!isObject(body) || body.id === undefined) {
    return null;
  }
  const { method, params } = body;
  const message = findFault(method, isObject(params) ? params : {});
  return message === null
    ? null
    : Response.json({ jsonrpc: "2.0", id: body.id, error: { code: invalidParams, message } });
}

function findFault(method: unknown, params: Record<string, unknown>): string | null {
  switch (method) {
    case "tools/call":
      return typeof params.name === "string"
        ? null
        : "Send the tool's name as params.name, and its inputs as params.arguments.";
    case "tools/list":
      return params.cursor === undefined || typeof params.cursor === "string"
        ? null
        : "The cursor must be a string.";
    case "initialize":
      // The newest revision, which each of its requests names, has no such method.
      return isNewest(params) || isSpecType.InitializeRequest({ method, params })
        ? null
        : "Send params.protocolVersion, params.capabilities, and params.clientInfo with its name and version, as the protocol describes them.";
    default:
      return null;
  }
}

const isNewest = ({ _meta: meta }: Record<string, unknown>): boolean =>
  isObject(meta) && PROTOCOL_VERSION_META_KEY in meta;
