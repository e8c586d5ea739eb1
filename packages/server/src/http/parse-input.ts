import type { IncomingMessage } from "node:http";
import type { Operation } from "@bowline/contract";
import { findNearestName } from "@bowline/contract/nearest-name";
import type { z } from "zod";
import { ApiError, invalid, type Problem } from "../api-error.ts";
import { prepareLengthCheck } from "../problems/check-lengths.ts";
import { checkNumbers } from "../problems/check-numbers.ts";
import { describeIssue } from "../problems/describe-issue.ts";
import { listDroppedNames } from "../problems/list-dropped-names.ts";
import { listProblems } from "../problems/list-problems.ts";
import { readHeader } from "./exchange.ts";
import { prepareTextParser } from "./parse-text.ts";
import type { ReadBody } from "./read-body.ts";
import { listUnstorableTexts } from "./storable-text.ts";

/** The parsed parts of a request. */
export interface ParsedInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  /** The `document` of an import as it was sent; else null. */
  documentText: string | null;
  headers: Record<string, string | undefined>;
}

const shortBytes = 16 * 1024;
const describing = { error: describeIssue };
const nothing: Readonly<Record<string, never>> = Object.freeze({});

/** What a request's address says, as texts. */
export interface AddressTexts {
  /** Decoded path parameters by name. */
  params: Record<string, string>;
  /** As sent, without the `?`. */
  query: string;
}

/** Prepares a parser for an operation's input. It reports all problems of path, query and body at once (decisions D5). */
export function prepareInput(
  operation: Operation,
): (request: IncomingMessage, texts: AddressTexts, received: ReadBody | null) => ParsedInput {
  const parseParams = operation.params && prepareTexts(operation.params);
  const parseQuery = operation.query && prepareQuery(operation.query);
  const parseBody = operation.body && prepareBody(operation.body, operation);
  // The input of an execution goes to the application, and a description is checked when it is read.
  const storesBody = operation.id !== "executeTool" && operation.bodyLimit !== "import";
  const headerNames = Object.keys(operation.headers ?? {});

  return (request, texts, received) => {
    const problems: Problem[] = [];
    const params = parseParams ? parseParams(texts.params, problems) : nothing;
    const query = parseQuery ? parseQuery(texts.query, problems) : nothing;
    const body = parseBody && received ? parseBody(received, problems, isShort(request)) : null;
    if (storesBody && problems.length === 0) {
      problems.push(...listUnstorableTexts(body));
    }
    if (problems.length > 0) {
      throw invalid(problems);
    }
    if (received?.text) {
      checkNumbers(received.text);
    }
    const headers: Record<string, string | undefined> = {};
    for (const name of headerNames) {
      headers[name] = readHeader(request, name);
    }
    return { params, query, body, documentText: received?.documentText ?? null, headers };
  };
}

function prepareTexts(schema: z.ZodObject) {
  const parseTexts = prepareTextParser(schema);
  return (texts: Record<string, string>, problems: Problem[]): Record<string, unknown> => {
    const values = parseTexts(texts);
    const parsed = schema.safeParse(values, describing);
    if (parsed.success) {
      return parsed.data;
    }
    // Each value in an address is a text, so that only says what it is not.
    for (const { field, issue } of listProblems(parsed.error, schema, values)) {
      const wanted = issue.replace("Must be a number, not", "Must be a whole number, not");
      problems.push({ field, issue: wanted.replace(/, not a string\.$/, ".") });
    }
    return nothing;
  };
}

/** An address without a query, as most are, is parsed once. */
function prepareQuery(schema: z.ZodObject) {
  const parseTexts = prepareTexts(schema);
  const names = Object.keys(schema.shape);
  const parse = (text: string, problems: Problem[]): Record<string, unknown> => {
    const query = parseTexts(readQuery(text, names, problems), problems);
    problems.push(...listUnstorableTexts(query));
    return query;
  };
  const emptyProblems: Problem[] = [];
  const emptyQuery = Object.freeze(parse("", emptyProblems));
  return (text: string, problems: Problem[]): Record<string, unknown> =>
    text === "" && emptyProblems.length === 0 ? emptyQuery : parse(text, problems);
}

/** Ignores an unknown value unless its name is misspelled (decisions D7). Refuses a value sent twice, since it is unclear which counts. */
function readQuery(text: string, known: readonly string[], problems: Problem[]): Record<string, string> {
  if (text === "") {
    return nothing;
  }
  const query: Record<string, string> = {};
  const sent = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (!known.includes(name)) {
      checkSpelling(name, known, problems);
    } else if (sent.has(name)) {
      problems.push({ field: name, issue: "Is given more than once. Send it once." });
    } else {
      sent.add(name);
      query[name] = value;
    }
  }
  return query;
}

function checkSpelling(name: string, known: readonly string[], problems: Problem[]): void {
  const meant = problems.length < 100 ? findNearestName(name, known) : null;
  if (meant !== null) {
    problems.push({ field: name, issue: `There is no such query value. Did you mean "${meant}"?` });
  }
}

/** A body that has no room for lists that are far too long. */
const isShort = (request: IncomingMessage): boolean =>
  Number(request.headers["content-length"]) <= shortBytes;

function prepareBody(schema: z.ZodType, { method, output, query }: Operation) {
  const place = {
    record: method === "PATCH" ? output : undefined,
    queryNames: query === undefined ? [] : Object.keys(query.shape),
  };
  const checkLengths = prepareLengthCheck(schema);
  return ({ body, text }: ReadBody, problems: Problem[], isShortBody: boolean): unknown => {
    if (body === undefined) {
      throw new ApiError(
        "INVALID_REQUEST",
        "A JSON body is required. Send at least {} with the header content-type: application/json.",
      );
    }
    const lengthProblems = isShortBody ? [] : checkLengths(body);
    if (lengthProblems.length > 0) {
      problems.push(...lengthProblems);
      return body;
    }
    const parsed = schema.safeParse(body, describing);
    if (!parsed.success) {
      problems.push(...listProblems(parsed.error, schema, body, place));
    } else {
      problems.push(...listDroppedNames(body, parsed.data, text));
    }
    return parsed.data;
  };
}
