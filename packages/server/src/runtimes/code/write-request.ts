import type { ToolRequest } from "@bowline/catalog/application";
import type { AskedRequest } from "./messages.ts";

/**
 * Writes what the code of a tool asks for as a request. Node.js removes the types unchecked, and code in JavaScript has none, so its members
 * are checked: nothing after this expects others.
 *
 * @throws TypeError that says what is wrong
 */
export function writeRequest(request: ToolRequest): AskedRequest {
  const { url, method, query = {}, json, form, body } = request;
  if (typeof url !== "string") {
    throw new TypeError(
      'egress.request: url must be a text. Write egress.request({ url: "/path" }), and url.href for a URL.',
    );
  }
  if (method !== undefined && typeof method !== "string") {
    throw new TypeError("egress.request: method must be a text.");
  }
  if ([json, form, body].filter((one) => one !== undefined).length > 1) {
    throw new TypeError("egress.request: give only one of json, form and body.");
  }
  const headers = readHeaders(request.headers ?? {});
  const written = writeBody(request, headers);
  return {
    method: (method ?? (written === null ? "GET" : "POST")).toUpperCase(),
    url: addQuery(url, query),
    headers,
    body: written,
  };
}

function readHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  // `Headers` checks names and values.
  return Object.fromEntries(new Headers(headers));
}

function addQuery(url: string, query: NonNullable<ToolRequest["query"]>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [`${encode(name)}=${encode(String(one))}`])),
  );
  if (pairs.length === 0) {
    return url;
  }
  return `${url}${url.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function writeBody(
  { json, form, body }: Pick<ToolRequest, "json" | "form" | "body">,
  headers: Record<string, string>,
): AskedRequest["body"] {
  if (json !== undefined) {
    headers["content-type"] ??= "application/json";
    return writeJson(json);
  }
  if (form !== undefined) {
    headers["content-type"] ??= "application/x-www-form-urlencoded";
    return addQuery("", form).slice(1);
  }
  return readBody(body);
}

function writeJson(json: unknown): string {
  const text: string | undefined = JSON.stringify(json);
  if (text === undefined) {
    throw new TypeError(`egress.request: json is a ${typeof json}, which is not JSON.`);
  }
  return text;
}

function readBody(body: unknown): AskedRequest["body"] {
  if (body === undefined || body === null) {
    return null;
  }
  if (typeof body === "string" || body instanceof Uint8Array) {
    return body;
  }
  if (body instanceof ArrayBuffer) {
    return new Uint8Array(body);
  }
  throw new TypeError("egress.request: body must be a text or a Uint8Array. Give an object as json or form.");
}
