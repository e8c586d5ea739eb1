import type { HttpBinding, Json, ParameterBinding, ResponseFailure } from "@bowline/catalog";
import { namesInherited } from "../../names-inherited.ts";
import { checkWellFormed } from "../check-well-formed.ts";
import { encodeComponent, encodeLiteral, encodeReservedInQuery } from "../percent-encode.ts";
import { inputError } from "../request-build-error.ts";
import { checkExplodedNames, listTakenNames } from "./check-exploded-names.ts";
import { isJsonType } from "./is-json-type.ts";
import { expandPairs, expandValue, type ParameterStyle, textOf } from "./serialize-parameter.ts";
import { type BodyWriter, compileBody } from "./write-body.ts";

/** A tool's binding with everything prepared that does not depend on a call. Compile it once per tool. */
export interface CompiledHttpTool {
  method: string;
  /** The operation's own server. Null: the environment's. */
  serverUrl: string | null;
  /** Literal texts and parameters, in order. */
  path: (string | PathParameter)[];
  /** Pairs of the query in the binding's path. */
  fixedQuery: string[];
  query: PairParameter[];
  cookies: PairParameter[];
  headers: HeaderParameter[];
  accept: string;
  /** Headers with a fixed value, by lower-case name; null: none. */
  fixedHeaders: Readonly<Record<string, string>> | null;
  /** Values of inputs that are left out; null: none. */
  defaults: Readonly<Record<string, Json>> | null;
  /** True: an input may have the name of a member that every object has. */
  namesInherited: boolean;
  failure: ResponseFailure | null;
  /** False: no credentials are sent, because the operation takes none. */
  takesCredentials: boolean;
  body: BodyWriter | null;
}

export interface PathParameter {
  input: string;
  write(value: unknown): string;
}

export interface PairParameter {
  input: string;
  /** @param input the whole input: a pair in the binding's path may hold several parameters */
  write(value: unknown, input: Readonly<Record<string, unknown>>): string[];
}

export interface HeaderParameter {
  input: string;
  /** Lower case. */
  name: string;
  write(value: unknown): string;
}

/** Headers that the connection or the body sets. Parameters with these names are left out (RFC 9110 §7.6.1, OpenAPI 3.1 §4.8.12.1). */
const reservedHeaders = new Set([
  "host",
  "content-length",
  "content-type",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "accept-encoding",
]);

export function compileHttpBinding(binding: HttpBinding): CompiledHttpTool {
  const [path = "/", query] = binding.path.replace(/#.*$/s, "").split(/\?(.*)/s);
  const of = (place: ParameterBinding["in"]) => binding.parameters.filter((one) => one.in === place);
  const { fixed, filled } = compilePathQuery(splitPairs(query), of("path"));
  return {
    method: binding.method.toUpperCase(),
    serverUrl: binding.serverUrl,
    path: compilePath(path.startsWith("/") ? path : `/${path}`, of("path")),
    fixedQuery: fixed,
    query: [...filled, ...compilePairs(of("query"), splitPairs(query))],
    cookies: compilePairs(of("cookie")),
    headers: of("header")
      .map(compileHeader)
      .filter(({ name }) => !reservedHeaders.has(name)),
    accept: binding.accept,
    fixedHeaders: binding.headers ?? null,
    defaults: binding.defaults ?? null,
    namesInherited: namesInherited(binding),
    failure: binding.failure ?? null,
    takesCredentials: binding.authentications.length > 0,
    body: binding.body === null ? null : compileBody(binding.body),
  };
}

/** A name in the template without a declared parameter becomes a simple parameter. */
function compilePath(template: string, parameters: ParameterBinding[]): (string | PathParameter)[] {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return template
    .split(/\{([^{}]+)\}/)
    .map((piece, index) =>
      index % 2 === 0 ? encodeLiteral(piece) : compilePathParameter(piece, byName.get(piece)),
    )
    .filter((piece) => piece !== "");
}

const splitPairs = (query = ""): string[] => (query === "" ? [] : query.split("&"));

/** Compiles the query of a path. Some documents write parameters of the path there: `/items?kind={kind}&between={from},{to}`. */
function compilePathQuery(
  pairs: readonly string[],
  parameters: ParameterBinding[],
): { fixed: string[]; filled: PairParameter[] } {
  const fixed: string[] = [];
  const filled: PairParameter[] = [];
  for (const pair of pairs) {
    const pieces = compilePairPieces(pair, parameters);
    const first = pieces.find((piece) => typeof piece !== "string");
    if (first === undefined) {
      fixed.push(pieces.join(""));
    } else {
      filled.push({ input: first.input, write: (_value, input) => [writePieces(pieces, input)] });
    }
  }
  return { fixed, filled };
}

function compilePairPieces(pair: string, parameters: ParameterBinding[]): (string | PathParameter)[] {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return pair.split(/(\{[^{}]+\})/).map((piece) => {
    const parameter = byName.get(piece.slice(1, -1));
    if (parameter === undefined || !piece.startsWith("{")) {
      return encodeLiteral(piece);
    }
    const { name, input, style, explode } = parameter;
    const how: ParameterStyle = { style, explode, encode: encodeComponent };
    return { input, write: (value) => expandValue(name, value, how) };
  });
}

function writePieces(
  pieces: readonly (string | PathParameter)[],
  input: Readonly<Record<string, unknown>>,
): string {
  let text = "";
  for (const piece of pieces) {
    if (typeof piece === "string") {
      text += piece;
    } else {
      const value = input[piece.input];
      checkWellFormed(piece.input, value);
      text += piece.write(value);
    }
  }
  return text;
}

function compilePathParameter(name: string, parameter: ParameterBinding | undefined): PathParameter {
  const input = parameter?.input ?? name;
  const how: ParameterStyle = {
    style: parameter?.style ?? "simple",
    explode: parameter?.explode ?? false,
    encode: encodeComponent,
  };
  const contentType = parameter?.contentType;
  const write = (value: unknown): string =>
    contentType === undefined
      ? expandValue(name, value, how)
      : encodeComponent(textByMediaType(contentType, value));
  return { input, write };
}

/** @param pairs what the path's own query says */
function compilePairs(parameters: ParameterBinding[], pairs: readonly string[] = []): PairParameter[] {
  const names = listTakenNames(parameters, pairs);
  return parameters.map((parameter) => compilePair(parameter, names));
}

function compilePair(parameter: ParameterBinding, names: ReadonlySet<string>): PairParameter {
  const { name, input, style, explode, contentType } = parameter;
  const encode =
    style === "cookie"
      ? (text: string) => checkCookie(input, text)
      : parameter.allowReserved && parameter.in === "query"
        ? encodeReservedInQuery
        : encodeComponent;
  const key = `${style === "cookie" ? name : encode(name)}=`;
  if (contentType !== undefined) {
    return { input, write: (value) => [key + encode(textByMediaType(contentType, value))] };
  }
  const how: ParameterStyle = { style, explode, encode };
  const write = (value: unknown): string[] => {
    if (typeof value === "string") {
      return [key + encode(value)];
    }
    const pairs = expandPairs(name, value, how);
    checkExplodedNames(parameter, value, pairs, names);
    return pairs;
  };
  return { input, write };
}

/** What may stand in a cookie (RFC 6265 §4.1.1). */
function checkCookie(input: string, text: string): string {
  if (!/^[!#-+\--:<-[\]-~]*$/.test(text)) {
    throw inputError(
      input,
      "contains a space or another character that is not allowed in a cookie. Encode it as the application wants it.",
    );
  }
  return text;
}

function compileHeader(parameter: ParameterBinding): HeaderParameter {
  const { input, contentType } = parameter;
  const how: ParameterStyle = { style: "simple", explode: parameter.explode, encode: (text) => text };
  const write = (value: unknown): string =>
    contentType === undefined ? expandValue(parameter.name, value, how) : textByMediaType(contentType, value);
  return { input, name: parameter.name.toLowerCase(), write };
}

function textByMediaType(contentType: string, value: unknown): string {
  return isJsonType(contentType) ? JSON.stringify(value) : textOf(value);
}
