import type { ToolRequest } from "@bowline/catalog/application";
import type { AskedRequest } from "./messages.ts";

/** Writes what the code of a tool asks for as a request. @throws TypeError that says what is wrong */
export function writeRequest(request: ToolRequest): AskedRequest {
  const { url, query = {}, json, form, body } = request;
  if ([json, form, body].filter((one) => one !== undefined).length > 1) {
    throw new TypeError("egress.request: give only one of json, form and body.");
  }
  const headers = readHeaders(request.headers ?? {});
  const written = writeBody(request, headers);
  return {
    method: (request.method ?? (written === null ? "GET" : "POST")).toUpperCase(),
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
    return JSON.stringify(json);
  }
  if (form !== undefined) {
    headers["content-type"] ??= "application/x-www-form-urlencoded";
    return addQuery("", form).slice(1);
  }
  return body ?? null;
}
