import fc from "fast-check";
import { anyJson, anyText } from "./hostile-values.ts";
import type { PublishedDocument, SchemaOperation } from "./published-schema.ts";
import { buildArbitrary, type KnownValues } from "./schema-arbitrary.ts";

/** A request to send. */
export interface FuzzRequest {
  operation: SchemaOperation;
  method: string;
  /** Path and query, encoded or not; sent unchanged. */
  target: string;
  headers: Record<string, string>;
  /** Null: no body. */
  body: Buffer | null;
  /** Sent in pieces, without a length. */
  isChunked: boolean;
}

export interface FuzzWorld {
  document: PublishedDocument;
  /** Values by the name of a parameter or member. */
  known: KnownValues;
  /** Values for members of bodies whose names mean something else there. */
  knownInBody: KnownValues;
  /** Values for DELETE, by the name of the path's parameter. */
  deletable: KnownValues;
  /** Bodies that succeed, by `METHOD path`: for operations that a random body rarely reaches. */
  goodBodies: Record<string, fc.Arbitrary<unknown>>;
}

/** Requests to one operation: mostly well-formed, with hostile values in any place. */
export function fuzzRequests(operation: SchemaOperation, world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      path: arbitraryPath(operation, world),
      query: arbitraryQuery(operation, world),
      headers: arbitraryHeaders(operation),
      body: arbitraryBody(operation, world),
      method: rarely(
        40,
        fc.constant(operation.method),
        fc.constantFrom("GET", "PUT", "PATCH", "POST", "OPTIONS", "HEAD"),
      ),
      isChunked: rarely(10, fc.constant(false), fc.constant(true)),
    })
    .map(({ path, query, headers, body, method, isChunked }) => ({
      operation,
      method,
      target: query === "" ? path : `${path}?${query}`,
      headers: { ...(body && { "content-type": body.contentType }), ...headers },
      body: body && method !== "GET" && method !== "HEAD" ? body.bytes : null,
      isChunked,
    }));
}

/** Once in `oneIn` times the rare value, else the usual one. */
function rarely<Value>(
  oneIn: number,
  usual: fc.Arbitrary<Value>,
  rare: fc.Arbitrary<Value>,
): fc.Arbitrary<Value> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: usual }, { weight: 1, arbitrary: rare });
}

/** Raw pieces of a URL that correct encoding would not produce. */
const rawPieces = [
  "%",
  "%zz",
  "%00",
  "%ff%fe",
  "%2e%2e",
  "%2F",
  "..",
  ".",
  "",
  "a%20b",
  "%F0%9F%98%80",
  "a;b=c",
  "x".repeat(4000),
];

function arbitraryPath(operation: SchemaOperation, world: FuzzWorld): fc.Arbitrary<string> {
  const pieces = operation.path.split(/\{(\w+)\}/).map((piece, index) => {
    if (index % 2 === 0) {
      return fc.constant(piece);
    }
    const pool = operation.method === "DELETE" ? world.deletable[piece] : world.known[piece];
    const known = fc
      .constantFrom(...(pool?.length ? pool : ["absent"]))
      .map((value) => encode(String(value)));
    return rarely(3, known, fc.oneof(anyText.map(encode), fc.constantFrom(...rawPieces)));
  });
  return fc.tuple(...pieces).map((texts) => texts.join(""));
}

function arbitraryQuery(operation: SchemaOperation, world: FuzzWorld): fc.Arbitrary<string> {
  const around = { schemas: world.document.components.schemas, known: world.known, hostileOneIn: 12 };
  const declared = operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) =>
      fc
        .record({
          count: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2),
          value: buildArbitrary(schema, around, name),
          raw: rarely(20, fc.constant(null), fc.constantFrom(...rawPieces)),
        })
        .map(({ count, value, raw }) =>
          Array.from({ length: count }, () => `${name}=${raw ?? encode(toText(value))}`),
        ),
    );
  const stray = rarely(
    10,
    fc.constant([] as string[]),
    fc.array(
      fc.tuple(anyText, anyText).map(([name, value]) => `${encode(name)}=${encode(value)}`),
      { maxLength: 3 },
    ),
  );
  return fc.tuple(fc.tuple(...declared), stray).map(([pairs, more]) => [...pairs.flat(), ...more].join("&"));
}

const requestIds = ["a", "A.b_c-1", "x".repeat(128), "x".repeat(129), "sp ace", "\xe9", ""];

function arbitraryHeaders(operation: SchemaOperation): fc.Arbitrary<Record<string, string>> {
  const headerText = fc.oneof(fc.constantFrom(...requestIds), fc.string({ maxLength: 30 }), fc.uuid());
  const optional = (name: string) =>
    rarely(
      8,
      fc.constant({}),
      headerText.map((value) => ({ [name]: value })),
    );
  const names = operation.parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
  const credential = rarely(
    50,
    fc.constant({}),
    fc.constantFrom(
      { "x-api-key": "bwl_x" },
      { "x-api-key": "" },
      { authorization: "Bearer x" },
      { authorization: "Basic eDp5" },
    ),
  );
  return fc
    .tuple(
      credential,
      optional("x-request-id"),
      optional("accept"),
      optional("accept-encoding"),
      ...names.map(optional),
    )
    .map((parts) => Object.assign({}, ...parts));
}

interface Body {
  contentType: string;
  bytes: Buffer;
}

const contentTypes = [
  "text/plain",
  "application/json; charset=utf-16",
  "application/problem+json",
  "APPLICATION/JSON",
  "multipart/form-data",
  "",
  "json",
  "application/x-www-form-urlencoded",
  "application/json, application/json",
];
const brokenBodies = [
  "",
  " ",
  "{",
  "null",
  "[]",
  '"x"',
  "1e999",
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  "\ufeff{}",
  "[".repeat(100_000),
  '{"a":'.repeat(5000),
];

function arbitraryBody({ method, path, body }: SchemaOperation, world: FuzzWorld): fc.Arbitrary<Body | null> {
  const known = { ...world.known, ...world.knownInBody };
  const around = { schemas: world.document.components.schemas, known, hostileOneIn: 80 };
  const random = body ? buildArbitrary(body, around) : anyJson;
  const good = world.goodBodies[`${method} ${path}`];
  const fitting = good ? rarely(3, random, good) : random;
  const bytes = fc.oneof(
    { weight: 30, arbitrary: fitting.map((value) => Buffer.from(JSON.stringify(value) ?? "")) },
    { weight: 1, arbitrary: fc.constantFrom(...brokenBodies).map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)) },
    { weight: 1, arbitrary: fitting.map((value) => Buffer.from(`${JSON.stringify(value)}`, "utf16le")) },
  );
  const some = fc.record({
    contentType: rarely(25, fc.constant("application/json"), fc.constantFrom(...contentTypes)),
    bytes,
  });
  return body ? rarely(40, some, fc.constant(null)) : rarely(10, fc.constant(null), some);
}

/** Percent-encoding of any text; half a surrogate pair becomes U+FFFD, as in a browser. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const toText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");
