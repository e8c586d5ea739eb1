import { findApiKey, findSecret } from "./secrets.ts";

/** A response to check. */
export interface CheckedResponse {
  method: string;
  /** Path without its query. */
  path: string;
  status: number;
  headers: Record<string, string>;
  text: string;
  body: unknown;
}

/** Decisions D4: every code under /v1 with its status. */
const statusByCode: Record<string, number> = {
  VALIDATION_ERROR: 400,
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TOOL_NOT_PERMITTED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  NO_DEFAULT_CONNECTION: 409,
  AMBIGUOUS_CONNECTION: 409,
  IDEMPOTENCY_CONFLICT: 409,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
};
const closedStatuses = new Set([200, ...Object.values(statusByCode)]);
const envelopeMembers = ["errorCode", "message", "path", "requestId", "timestamp"];
const utcMilliseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Checks the rules for every response under /v1. Returns the broken rules; empty when there are none. */
export function findBrokenRules(response: CheckedResponse, hasBudgets: boolean): string[] {
  const broken = [...checkHeaders(response, hasBudgets), ...checkSecrets(response)];
  if (!closedStatuses.has(response.status)) {
    broken.push(`status ${response.status} is not in the closed set (D2)`);
  }
  if (response.status !== 200) {
    broken.push(...checkEnvelope(response));
  }
  if (response.status === 200 && !response.path.endsWith("/execute")) {
    broken.push(...checkMembers(response.body));
  }
  return broken;
}

/** Members whose own members have foreign names: fields of applications, inputs, outputs, schemas, tools by slug, headers. */
const foreignMembers = new Set([
  "fields",
  "input",
  "output",
  "inputSchema",
  "outputSchema",
  "schema",
  "parameters",
  "tools",
  "responseHeaders",
]);

/** Members with foreign names: `input_schema` of a tool in Anthropic's form (D50). */
const foreignNames = new Set(["input_schema"]);

/** Contract, conventions: names are camelCase; every `…Date` is null or an ISO 8601 date-time, here in UTC. */
function checkMembers(body: unknown): string[] {
  if (Array.isArray(body)) {
    return body.flatMap(checkMembers);
  }
  if (!isObject(body)) {
    return [];
  }
  return Object.entries(body).flatMap(([name, value]) => {
    if (foreignNames.has(name)) {
      return [];
    }
    const broken = /^[a-z][A-Za-z0-9]*$/.test(name) ? [] : [`the member ${name} is not camelCase`];
    if (name.endsWith("Date") && value !== null && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value))) {
      broken.push(`${name} is not a date-time: ${String(value)}`);
    }
    const hasOwnNames = !foreignMembers.has(name) || Array.isArray(value);
    return hasOwnNames ? [...broken, ...checkMembers(value)] : broken;
  });
}

function checkHeaders({ status, headers }: CheckedResponse, hasBudgets: boolean): string[] {
  const broken: string[] = [];
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(headers["x-request-id"] ?? "")) {
    broken.push("no x-request-id (D6)");
  }
  if (!/^application\/json\b/.test(headers["content-type"] ?? "")) {
    broken.push("content type is not JSON");
  }
  if (headers["x-content-type-options"] !== "nosniff" || headers["cache-control"] !== "no-store") {
    broken.push("may be sniffed or cached (D80)");
  }
  if (status === 429 && !["1", "3600"].includes(headers["retry-after"] ?? "")) {
    broken.push("429 without Retry-After of 1 or 3600");
  }
  // A 401 has no account and so no budget (decisions D3); at a 500 the limiter may be unavailable.
  if (hasBudgets && status !== 401 && status !== 500) {
    for (const name of ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]) {
      if (!/^\d+$/.test(headers[name] ?? "")) {
        broken.push(`${name} is missing (D40)`);
      }
    }
  }
  return broken;
}

function checkSecrets({ method, path, status, headers, text }: CheckedResponse): string[] {
  const everything = `${text}\n${Object.values(headers).join("\n")}`;
  const broken: string[] = [];
  const secret = findSecret(everything);
  if (secret) {
    broken.push(`the secret ${secret} was returned (D25)`);
  }
  const makesKey = method === "POST" && path === "/v1/apikeys" && status === 200;
  if (!makesKey && findApiKey(everything)) {
    broken.push("an API key was returned (D13)");
  }
  return broken;
}

function checkEnvelope({ status, headers, body, path }: CheckedResponse): string[] {
  if (!isObject(body)) {
    return ["the error is not the envelope"];
  }
  const broken: string[] = [];
  const members = Object.keys(body).filter((name) => name !== "details");
  if (members.toSorted().join() !== envelopeMembers.join()) {
    broken.push(`envelope has ${members.join()}`);
  }
  for (const name of envelopeMembers) {
    if (typeof body[name] !== "string" || body[name] === "") {
      broken.push(`${name} is not text`);
    }
  }
  const code = String(body.errorCode);
  if (statusByCode[code] !== status) {
    broken.push(`${code} came with ${status} (D4)`);
  }
  if (body.requestId !== headers["x-request-id"]) {
    broken.push("requestId is not x-request-id (D6)");
  }
  if (!utcMilliseconds.test(String(body.timestamp))) {
    broken.push("timestamp is not UTC with ms (D6)");
  }
  if (body.path !== path) {
    broken.push(`path is ${String(body.path)}, not ${path} (D6)`);
  }
  return [...broken, ...checkDetails(code, body.details)];
}

function checkDetails(code: string, details: unknown): string[] {
  if (code !== "VALIDATION_ERROR") {
    return details === undefined ? [] : [`details beside ${code}`];
  }
  if (!Array.isArray(details) || details.length === 0) {
    return ["VALIDATION_ERROR without details"];
  }
  const broken = details.length > 100 ? ["more than 100 details (D5)"] : [];
  const wellFormed = details.every(
    (detail) =>
      isObject(detail) &&
      Object.keys(detail).toSorted().join() === "field,issue" &&
      typeof detail.field === "string" &&
      typeof detail.issue === "string",
  );
  return wellFormed ? broken : [...broken, "a detail is not {field, issue}"];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
