import { parseDocument } from "yaml";
import { DescriptionError } from "../../description-error.ts";
import { isRecord, type UncheckedRecord, wordOf } from "../../record.ts";
import { parseWithDigits, withDigits } from "./exact-integers.ts";
import { recognizeDocument, recognizeText } from "./foreign-format.ts";
import { keepYamlTexts } from "./keep-yaml-texts.ts";
import { findRepeatedInJson, findRepeatedInYaml } from "./repeated-members.ts";

const maximumDepth = 300;
const maximumNodes = 8_000_000;

/**
 * Parses JSON or YAML text. Integers that no double holds become texts of their digits (decisions D8a). Throws `DescriptionError` with the
 * place of the first mistake.
 *
 * @param onRepeated hears the JSON Pointer of each member that an object has again. The last one is used.
 */
export function readText(text: string, onRepeated: (pointer: string) => void = () => {}): unknown {
  const source = text.replace(/^\uFEFF/, "");
  if (source.trim() === "") {
    throw new DescriptionError("The document is empty.");
  }
  const foreign = recognizeText(source);
  if (foreign !== undefined) {
    throw new DescriptionError(`It is ${foreign}.`);
  }
  let jsonProblem: string | undefined;
  if (/^\s*[{[]/.test(source)) {
    try {
      const document = parseWithDigits(source);
      findRepeatedInJson(source, onRepeated);
      return document;
    } catch (error) {
      jsonProblem = `The document is not valid JSON: ${messageOf(error)}`;
    }
  }
  try {
    // The library's own check for duplicate keys takes quadratic time.
    const document = parseDocument(source, {
      merge: true,
      uniqueKeys: false,
      logLevel: "error",
      customTags: (tags) => tags.map(withDigits),
    });
    const [mistake] = document.errors;
    if (mistake !== undefined) {
      throw mistake;
    }
    keepYamlTexts(document);
    findRepeatedInYaml(document, onRepeated);
    return document.toJS({ maxAliasCount: 1000 });
  } catch (error) {
    throw new DescriptionError(jsonProblem ?? `The document is not valid YAML: ${messageOf(error)}`);
  }
}

/**
 * Checks that a value is an OpenAPI or Swagger document of limited extent: at most 300 levels, and at most 8 million values,
 * because aliases can multiply them.
 */
export function checkDocument(value: unknown): UncheckedRecord {
  if (!isRecord(value)) {
    throw new DescriptionError(
      `It is ${nameKind(value)}, not an OpenAPI document, which is an object with \`openapi\`, \`info\` and \`paths\`.`,
    );
  }
  checkVersion(value);
  checkExtent(value);
  checkPaths(value);
  return value;
}

/** Whether the document is Swagger 2.0. YAML reads an unquoted version as a number. */
export function isSwagger(document: UncheckedRecord): boolean {
  return document.openapi === undefined && /^2(\.|$)/.test(wordOf(document.swagger));
}

function checkVersion(document: UncheckedRecord): void {
  if (isSwagger(document) || /^3(\.|$)/.test(wordOf(document.openapi))) {
    return;
  }
  const version = document.openapi ?? document.swagger ?? document.swaggerVersion;
  const foreign = recognizeDocument(document);
  if (foreign !== undefined) {
    throw new DescriptionError(`It is ${foreign}.`);
  }
  throw new DescriptionError(
    version === undefined
      ? `It is not an OpenAPI document: it has neither an \`openapi\` nor a \`swagger\` member${listMembers(document)}.`
      : `The document's version ${JSON.stringify(version)} is not supported; use OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0.`,
  );
}

/** `paths` is optional from version 3.1 on. */
function checkPaths({ paths, openapi, webhooks, components }: UncheckedRecord): void {
  const mayLackPaths = !/^3\.0/.test(wordOf(openapi)) && (isRecord(webhooks) || isRecord(components));
  if (isRecord(paths) || (paths === undefined && mayLackPaths && openapi !== undefined)) {
    return;
  }
  throw new DescriptionError(
    paths === undefined
      ? "The document has no `paths`: no operation is described in it."
      : "The document's `paths` is not an object, so that its operations cannot be read.",
  );
}

function nameKind(value: unknown): string {
  if (Array.isArray(value)) {
    return "a list";
  }
  return value === null || value === undefined
    ? "empty"
    : typeof value === "string"
      ? "plain text"
      : `a ${typeof value}`;
}

/** Names the first members, which show what was sent instead. */
function listMembers(document: UncheckedRecord): string {
  const names = Object.keys(document)
    .slice(0, 5)
    .map((name) => `\`${name.slice(0, 40)}\``);
  return names.length === 0 ? "" : `, but ${names.join(", ")}`;
}

/** @throws DescriptionError at more than 300 levels, or 8 million values */
export function checkExtent(document: unknown): void {
  let level: object[] = typeof document === "object" && document !== null ? [document] : [];
  let nodes = 1;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maximumDepth) {
      throw new DescriptionError(`The document is nested deeper than ${maximumDepth} levels.`);
    }
    const next: object[] = [];
    for (const parent of level) {
      for (const child of Array.isArray(parent) ? parent : Object.values(parent)) {
        if (typeof child !== "object" || child === null) {
          continue;
        }
        next.push(child);
        if (++nodes > maximumNodes) {
          throw new DescriptionError("The document holds too many values.");
        }
      }
    }
    level = next;
  }
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // The library names a function of its own to its programmers.
  const first = (message.split("\n", 1)[0] ?? message).replace(
    /; please use YAML\.\w+\(\)/,
    ". Send one of them,",
  );
  return first.replace(/:$/, "");
}
