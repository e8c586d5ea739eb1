import { isDeepStrictEqual } from "node:util";
import { isDeeperThan, maxOutputDepth } from "../../problems/is-deeper-than.ts";
import { isObject } from "../is-object.ts";
import { parseExactJson } from "../parse-exact-json.ts";

/** A tool's result as an output, or the words with which it failed. */
export type ToolOutput = {
  output: unknown;
  /**
   * What stands beside structured content and says more than it, or beside the words of a failure. An empty list, when there is nothing
   * at all. Null: the output, or the words, hold everything.
   */
  content: unknown[] | null;
  /** There is no secret in the output any more. */
  isMasked?: true;
} & ({ isError: false } | { isError: true; text: string });

/**
 * Reads the result of `tools/call`: structured content where there is any, else its one text, parsed where it is JSON; several
 * texts are joined by a line break. Other content stays as it came, with the texts among it.
 */
export function readToolResult(result: Record<string, unknown>): ToolOutput {
  const content = Array.isArray(result.content) ? result.content : [];
  const texts = content.flatMap((block: unknown) => readBlockText(block) ?? []);
  const { structuredContent } = result;
  const hasStructuredContent = structuredContent !== undefined && structuredContent !== null;
  const output = hasStructuredContent ? structuredContent : readOutput(content, texts);
  if (result.isError === true) {
    const others = content.filter((block) => readBlockText(block) === null);
    const text = texts.join("\n").trim() || writeStructured(structuredContent);
    return { output, content: others.length > 0 ? others : null, isError: true, text };
  }
  const beside = hasStructuredContent ? dropRepetitions(content, texts, structuredContent) : [];
  const isContentKept = hasStructuredContent ? beside.length > 0 : content.length === 0;
  return { output, content: isContentKept ? beside : null, isError: false };
}

const readBlockText = (block: unknown): string | null =>
  isObject(block) && block.type === "text" && typeof block.text === "string" ? block.text : null;

/** A tool that fails without a text may say why in its structured content. */
const writeStructured = (structured: unknown): string =>
  structured === undefined || structured === null ? "" : JSON.stringify(structured);

/**
 * Drops the texts that only repeat the structured content: its JSON, or the value of one of its members, in which some servers wrap what
 * is no object, one text for each record of the only one.
 */
function dropRepetitions(content: unknown[], texts: readonly string[], structured: unknown): unknown[] {
  const values = isObject(structured) ? Object.values(structured).slice(0, maxCompared) : [];
  const [records] = values;
  const areRecords =
    values.length === 1 &&
    Array.isArray(records) &&
    records.length === texts.length &&
    texts.every((text, index) => says(readText(text), records[index]));
  return content.filter((block) => {
    const text = readBlockText(block);
    if (text === null) {
      return true;
    }
    const read = readText(text);
    return !(areRecords || text.trim() === "" || [structured, ...values].some((value) => says(read, value)));
  });
}

const maxCompared = 16;

interface ReadText {
  text: string;
  json: unknown;
}

const readText = (text: string): ReadText => ({ text, json: parseJson(text) });

const says = ({ text, json }: ReadText, value: unknown): boolean =>
  typeof value === "object" && value !== null ? isDeepStrictEqual(json, value) : text === String(value);

function readOutput(content: unknown[], texts: string[]): unknown {
  if (texts.length < content.length) {
    return content;
  }
  const [text] = texts;
  if (text === undefined) {
    return null;
  }
  return texts.length === 1 ? parseJson(text) : texts.join("\n");
}

/** Only what is plainly meant as JSON: a text such as `007` stays one. So does what is nested too deeply for an output. */
function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || isDeeperThan(text, maxOutputDepth)) {
    return text;
  }
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
