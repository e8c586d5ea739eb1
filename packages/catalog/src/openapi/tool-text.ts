import { textOf, type UncheckedRecord } from "../record.ts";
import { plainTextOf } from "./document/plain-text.ts";

const maximumNameLength = 120;
const maximumDescriptionLength = 1024;

/** Returns a tool's name: its summary, else the operation in words. */
export function toolName(declaration: UncheckedRecord, operation: string): string {
  const summary = textOf(plainTextOf(declaration.summary)?.replace(/\s+/g, " ").replace(/\.$/, ""));
  const name = summary === undefined || isPartOf(summary, operation) ? humanize(operation) : summary;
  return cutAtSentence(name, maximumNameLength);
}

/** Whether a summary is one word of the operation, such as `Create` of `template_create`, and says less than it. */
const isPartOf = (summary: string, operation: string): boolean =>
  operation !== summary.toLowerCase() && operation.split("_").includes(summary.toLowerCase());

export function toolDescription(declaration: UncheckedRecord): string {
  const text = plainTextOf(declaration.description) ?? plainTextOf(declaration.summary) ?? "";
  return cutAtSentence(text, maximumDescriptionLength);
}

/** Makes `Issues create` from `issues_create`. */
export function humanize(operation: string): string {
  const words = operation.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Cuts a text to at most `length` characters, at a sentence, else at a word. */
export function cutAtSentence(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const head = text.slice(0, length - 1).toWellFormed();
  const sentence = Math.max(...[". ", ".\n", "! ", "? ", "\n\n"].map((end) => head.lastIndexOf(end)));
  if (sentence > length / 3) {
    return head.slice(0, sentence + 1).trim();
  }
  const word = head.search(/\s\S*$/);
  return `${head.slice(0, word > 0 ? word : head.length).trim()}…`;
}
