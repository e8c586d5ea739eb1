import { htmlTag } from "./html-tag.ts";

/**
 * A link in Markdown: its text and its target, which may hold pairs of parentheses, two deep. A title after the target belongs to neither.
 */
export const markdownLink =
  /\[([^[\]]+)\]\(\s*((?:[^()\s]|\((?:[^()\s]|\([^()\s]*\))*\))+)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/g;

/** Returns the words of a description without its Markdown and HTML. Links stay as their texts. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(htmlTag, "")
    .replace(markdownLink, "$1")
    .replace(/`([^`]+)`|\*\*([^*]+)\*\*/g, "$1$2");
