import { isObject } from "../is-object.ts";
import { parseExactJson } from "../parse-exact-json.ts";

/** A tool's result as an output, or the words with which it failed. */
export type ToolOutput = {
  output: unknown;
  /**
   * All blocks, when there is structured content besides them and some are no texts. An empty list, when there is nothing at all.
   * Null: the output holds everything.
   */
  content: unknown[] | null;
} & ({ isError: false } | { isError: true; text: string });

/**
 * Reads the result of `tools/call`: structured content where there is any, else its one text, parsed where it is JSON; several
 * texts are joined by a line break. Other content stays as it came, with the texts among it.
 */
export function readToolResult(result: Record<string, unknown>): ToolOutput {
  const content = Array.isArray(result.content) ? result.content : [];
  const texts = content.flatMap((block: unknown) =>
    isObject(block) && block.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
  const isMixed = texts.length < content.length;
  const { structuredContent } = result;
  const hasStructuredContent = structuredContent !== undefined && structuredContent !== null;
  const isContentKept = hasStructuredContent ? isMixed : content.length === 0;
  const read = {
    output: hasStructuredContent ? structuredContent : readOutput(content, texts),
    content: isContentKept ? content : null,
  };
  return result.isError === true
    ? { ...read, isError: true, text: texts.join("\n") }
    : { ...read, isError: false };
}

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

/** Only what is plainly meant as JSON: a text such as `007` stays one. */
function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) {
    return text;
  }
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
