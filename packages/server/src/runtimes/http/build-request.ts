import type { ResponseFailure } from "@bowline/catalog";
import type { ClientCertificate } from "../../egress/tls-agents.ts";
import { checkWellFormed } from "../check-well-formed.ts";
import { encodeComponent } from "../percent-encode.ts";
import { illegalInHeader, type PlacedCredentials, placeCredentials } from "../place-credentials.ts";
import { inputError } from "../request-build-error.ts";
import type { Access } from "../runtime.ts";
import { listSecretTexts } from "../secret-texts.ts";
import { renderServerUrl } from "../server-url.ts";
import type { CompiledHttpTool, PairParameter } from "./compile-binding.ts";

/** A request ready to be sent. Holds secrets: never log or store it, see `maskHttpRequest`. */
export interface BuiltHttpRequest {
  method: string;
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** The client certificate for the server's origin; null: none. */
  certificate: ClientCertificate | null;
  credentialHeaders: readonly string[];
  credentialQuery: readonly string[];
  credentialCookies: readonly string[];
  /** The spellings in which the response may repeat a secret of the connection. */
  secretTexts: readonly string[];
  /** How the response reports a failure with a status of success; null: not at all. */
  failure: ResponseFailure | null;
}

/**
 * Builds the request from a tool, an input that its schema has accepted, and a connection. Pure.
 *
 * @throws RequestBuildError when the input or the connection cannot be written as a request.
 */
export function buildHttpRequest(
  tool: CompiledHttpTool,
  access: Access,
  given: Readonly<Record<string, unknown>>,
): BuiltHttpRequest {
  const input = completeInput(tool, given);
  const { credentials, secretTexts, headerNames, queryNames, cookieNames } = findPrepared(tool, access);
  const server = renderServerUrl(tool.serverUrl ?? access.serverUrl, access.variables);
  const query = addCredentials(tool.fixedQuery.concat(writePairs(tool.query, input)), credentials.query);
  const cookies = addCredentials(writePairs(tool.cookies, input), credentials.cookies);
  const written = tool.body === null ? null : tool.body(input);

  const headers: Record<string, string> = { accept: tool.accept, ...tool.fixedHeaders };
  writeHeaders(tool, input, headers);
  if (written !== null) {
    headers["content-type"] = written.contentType;
  }
  if (cookies.length > 0) {
    headers.cookie = cookies.join("; ");
  }
  for (const [name, value] of credentials.headers) {
    headers[name] = name === "cookie" && headers[name] ? `${headers[name]}; ${value}` : value;
  }
  return {
    method: tool.method,
    url: server + writePath(tool, input) + (query.length === 0 ? "" : `?${query.join("&")}`),
    headers,
    body: written === null ? null : written.body,
    certificate: credentials.certificate,
    credentialHeaders: headerNames,
    credentialQuery: queryNames,
    credentialCookies: cookieNames,
    secretTexts,
    failure: tool.failure,
  };
}

/** Adds the defaults. Without a prototype an object is slower, so that only few tools get one. */
function completeInput(
  { defaults, namesInherited }: CompiledHttpTool,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (namesInherited) {
    return Object.assign(Object.create(null), defaults, given);
  }
  return defaults === null ? given : { ...defaults, ...given };
}

/** What depends on the access only. Calls that share an access share it. */
interface PreparedAccess {
  credentials: PlacedCredentials;
  headerNames: readonly string[];
  queryNames: readonly string[];
  cookieNames: readonly string[];
  secretTexts: readonly string[];
}

const withCredentials = new WeakMap<Access, PreparedAccess>();

function findPrepared({ takesCredentials }: CompiledHttpTool, access: Access): PreparedAccess {
  if (!takesCredentials) {
    return prepareAccess(access, []);
  }
  let prepared = withCredentials.get(access);
  if (prepared === undefined) {
    prepared = prepareAccess(access, access.placements);
    withCredentials.set(access, prepared);
  }
  return prepared;
}

function prepareAccess(
  { variables, secretValues }: Access,
  placements: Access["placements"],
): PreparedAccess {
  const credentials = placeCredentials(placements, variables);
  const namesOf = (credential: readonly (readonly [name: string, text: string])[]) =>
    credential.map(([name]) => name);
  return {
    credentials,
    headerNames: namesOf(credentials.headers),
    queryNames: namesOf(credentials.query),
    cookieNames: namesOf(credentials.cookies),
    secretTexts: listSecretTexts(secretValues, credentials.derivedSecrets),
  };
}

function writePath(tool: CompiledHttpTool, input: Readonly<Record<string, unknown>>): string {
  let path = "";
  for (const piece of tool.path) {
    if (typeof piece === "string") {
      path += piece;
      continue;
    }
    const value = input[piece.input];
    if (value === undefined || value === null) {
      throw inputError(piece.input, "is required: it is part of the address.");
    }
    checkWellFormed(piece.input, value);
    const text = piece.write(value);
    path += text;
    checkPathText(piece.input, text, path);
  }
  return path;
}

/** Many servers resolve `..` between slashes, encoded or not, and would serve another path. */
const changesPath = /(?:\/|%2F|%5C)\.\.(?:\/|%2F|%5C|$)|\/\.$/i;

/** @param path as far as it is written: two values in one segment may be `..` together */
function checkPathText(input: string, text: string, path: string): void {
  if (text === "") {
    throw inputError(input, "must not be empty: it is part of the address.");
  }
  if (changesPath.test(path)) {
    throw inputError(input, "must not contain the path segment `.` or `..`: it is part of the address.");
  }
}

function writePairs(
  parameters: readonly PairParameter[],
  input: Readonly<Record<string, unknown>>,
): string[] {
  const pairs: string[] = [];
  for (const parameter of parameters) {
    const value = input[parameter.input];
    if (value !== undefined && value !== null) {
      checkWellFormed(parameter.input, value);
      // Not all at once: a list may be longer than a function's arguments can be.
      for (const pair of parameter.write(value, input)) {
        pairs.push(pair);
      }
    }
  }
  return pairs;
}

/** A credential replaces an input with the same name. */
function addCredentials(pairs: string[], credentials: readonly [name: string, pair: string][]): string[] {
  let kept = pairs;
  for (const [name] of credentials) {
    const key = encodeComponent(name);
    kept = kept.filter((pair) => pair !== key && !pair.startsWith(`${key}=`));
  }
  return credentials.length === 0 ? kept : kept.concat(credentials.map(([, pair]) => pair));
}

function writeHeaders(
  tool: CompiledHttpTool,
  input: Readonly<Record<string, unknown>>,
  headers: Record<string, string>,
): void {
  for (const parameter of tool.headers) {
    const value = input[parameter.input];
    if (value === undefined || value === null) {
      continue;
    }
    const text = parameter.write(value);
    if (text === "" && value !== "") {
      continue; // an empty list or object is no value
    }
    if (illegalInHeader.test(text)) {
      throw inputError(
        parameter.input,
        "contains a line break or another character that is not allowed in a header.",
      );
    }
    headers[parameter.name] = trimBlanks(text);
  }
}

/** Blanks around a header's value are no part of it (RFC 9110 §5.5). Unlike `trim`, this keeps a no-break space. */
function trimBlanks(text: string): string {
  let begin = 0;
  let end = text.length;
  while (begin < end && isBlank(text[begin])) {
    begin++;
  }
  while (end > begin && isBlank(text[end - 1])) {
    end--;
  }
  return text.slice(begin, end);
}

const isBlank = (character: string | undefined): boolean => character === " " || character === "\t";
