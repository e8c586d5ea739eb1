import type { ContentBlock } from "@modelcontextprotocol/server";
import { isObject } from "../../runtimes/is-object.ts";
import { type Cut, findEnd } from "./cut-result.ts";

/** Reads the blocks of a list that clients would accept. */
export const readBlocks = (content: readonly unknown[]): ContentBlock[] =>
  content.flatMap((block) => readBlock(block) ?? []);

/** Cuts the texts among blocks to a number of characters together. */
export function limitTexts(blocks: readonly ContentBlock[], maxCharacters: number): ContentBlock[] {
  const texts = blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
  return texts.length <= maxCharacters ? [...blocks] : cutTexts(blocks, 0, findEnd(texts, 0, maxCharacters));
}

/**
 * Writes structured content as JSON without the data of the images, sounds and resources that stand beside it: as a text, that is only
 * costly. Null: it has none of them, or is too long all the same.
 */
export function describeBeside(
  structured: unknown,
  blocks: readonly ContentBlock[],
  maxCharacters: number,
): string | null {
  const data = new Set(blocks.map(readData));
  let isFound = false;
  const json =
    data.size > 0 && isObject(structured)
      ? JSON.stringify(structured, (_, value) => {
          const isBeside = typeof value === "string" && value !== "" && data.has(value);
          isFound ||= isBeside;
          return isBeside ? "(beside this text)" : value;
        })
      : "";
  return isFound && json.length <= maxCharacters ? json : null;
}

function readData(block: ContentBlock): string | null {
  if (block.type === "resource") {
    return "blob" in block.resource ? block.resource.blob : null;
  }
  return block.type === "image" || block.type === "audio" ? block.data : null;
}

/** Content blocks, and which part of their texts is shown; null: all of it. */
export interface ShownBlocks {
  blocks: ContentBlock[];
  cut: Cut | null;
}

/**
 * Reads the output of an MCP server's tool that has other content than texts, such as images, as the content that it was. Texts are
 * shown up to a number of characters together. Null: the output is something else, or holds a block that clients would refuse.
 *
 * @param offset the first character of the texts to show. Other content is shown only with their beginning
 */
export function readContentBlocks(
  output: unknown,
  maxTextCharacters: number,
  offset = 0,
): ShownBlocks | null {
  if (!Array.isArray(output) || output.length === 0) {
    return null;
  }
  const blocks = readBlocks(output);
  if (blocks.length < output.length) {
    return null;
  }
  const texts = blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
  const total = texts.length;
  if (offset === 0 && total <= maxTextCharacters) {
    return { blocks, cut: null };
  }
  // An output of texts alone is no list of blocks, but a JSON text that looks like one.
  if (blocks.every(({ type }) => type === "text")) {
    return null;
  }
  const to = findEnd(texts, offset, maxTextCharacters);
  return {
    blocks: cutTexts(blocks, offset, to),
    cut: { unit: "characters", from: offset, to, total, record: null },
  };
}

function cutTexts(blocks: readonly ContentBlock[], from: number, to: number): ContentBlock[] {
  let begin = 0;
  return blocks.flatMap((block): ContentBlock[] => {
    if (block.type !== "text") {
      return from === 0 ? [block] : [];
    }
    const text = block.text.slice(Math.max(0, from - begin), Math.max(0, to - begin)).toWellFormed();
    begin += block.text.length;
    return text === "" ? [] : [{ ...block, text }];
  });
}

function readBlock(block: unknown): ContentBlock | null {
  const read = isObject(block) ? readPlainBlock(block) : null;
  const annotations = isObject(block) ? readAnnotations(block.annotations) : {};
  return read === null || Object.keys(annotations).length === 0 ? read : { ...read, annotations };
}

/** Reads for whom a block is and how important. Clients refuse a whole result for a wrong value. */
function readAnnotations(annotations: unknown): NonNullable<ContentBlock["annotations"]> {
  const { audience, priority, lastModified } = isObject(annotations) ? annotations : {};
  return {
    ...(Array.isArray(audience) && audience.every(isRole) && { audience }),
    ...(typeof priority === "number" && priority >= 0 && priority <= 1 && { priority }),
    ...(typeof lastModified === "string" && instant.test(lastModified) && { lastModified }),
  };
}

const isRole = (value: unknown): boolean => value === "user" || value === "assistant";
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function readPlainBlock(block: Record<string, unknown>): ContentBlock | null {
  const { type, text, data, mimeType, resource } = block;
  switch (type) {
    case "text":
      return typeof text === "string" ? { type, text } : null;
    case "image":
    case "audio":
      return typeof data === "string" && typeof mimeType === "string" && isBase64(data)
        ? { type, data, mimeType }
        : null;
    case "resource":
      return readResource(resource);
    case "resource_link":
      return readResourceLink(block);
    default:
      return null;
  }
}

function readResourceLink(block: Record<string, unknown>): ContentBlock | null {
  const { uri, name, title, description, mimeType, size } = block;
  return typeof uri === "string" && typeof name === "string"
    ? {
        type: "resource_link",
        uri,
        name,
        ...(typeof title === "string" && { title }),
        ...(typeof description === "string" && { description }),
        ...(typeof mimeType === "string" && { mimeType }),
        ...(typeof size === "number" && { size }),
      }
    : null;
}

function readResource(resource: unknown): ContentBlock | null {
  if (!isObject(resource) || typeof resource.uri !== "string") {
    return null;
  }
  const { uri, mimeType, text, blob } = resource;
  const described = { uri, ...(typeof mimeType === "string" && { mimeType }) };
  if (typeof text === "string") {
    return { type: "resource", resource: { ...described, text } };
  }
  return typeof blob === "string" && isBase64(blob)
    ? { type: "resource", resource: { ...described, blob } }
    : null;
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
