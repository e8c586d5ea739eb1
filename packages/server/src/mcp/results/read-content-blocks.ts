import type { ContentBlock } from "@modelcontextprotocol/server";
import { isObject } from "../../runtimes/is-object.ts";
import type { Cut } from "./cut-result.ts";

/** Reads the blocks that are no texts, of a result that has structured content besides them. */
export const readOtherBlocks = (content: readonly unknown[]): ContentBlock[] =>
  content.flatMap((block) => readBlock(block) ?? []).filter(({ type }) => type !== "text");

/** Content blocks, and which part of their texts is shown; null: all of it. */
export interface ShownBlocks {
  blocks: ContentBlock[];
  cut: Cut | null;
}

/**
 * Reads the output of an MCP server's tool that has other content than texts, such as images, as the content that it was. Texts are
 * shown up to a number of characters together. Null: the output is something else, or holds a block that clients would refuse.
 */
export function readContentBlocks(output: unknown, maxTextCharacters: number): ShownBlocks | null {
  if (!Array.isArray(output) || output.length === 0) {
    return null;
  }
  const blocks = output.flatMap((block) => readBlock(block) ?? []);
  if (blocks.length < output.length) {
    return null;
  }
  const total = blocks.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
  if (total <= maxTextCharacters) {
    return { blocks, cut: null };
  }
  // Texts alone can be read on where they are cut.
  return blocks.every(({ type }) => type === "text")
    ? null
    : {
        blocks: cutTexts(blocks, maxTextCharacters),
        cut: { unit: "characters", from: 0, to: maxTextCharacters, total, isRecordCut: false },
      };
}

function cutTexts(blocks: readonly ContentBlock[], maxCharacters: number): ContentBlock[] {
  let left = maxCharacters;
  return blocks.flatMap((block): ContentBlock[] => {
    if (block.type !== "text") {
      return [block];
    }
    const text = block.text.slice(0, left).toWellFormed();
    left -= text.length;
    return text === "" ? [] : [{ ...block, text }];
  });
}

function readBlock(block: unknown): ContentBlock | null {
  if (!isObject(block)) {
    return null;
  }
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
