import type { ContentBlock } from "@modelcontextprotocol/server";
import { isObject } from "../../runtimes/is-object.ts";
import { type Cut, findEnd } from "./cut-result.ts";

/**
 * Reads the blocks of a list. One that clients would refuse, such as one of a kind that is not known here, becomes a text with its JSON:
 * a client refuses a whole result for it.
 */
export const readBlocks = (content: readonly unknown[]): ContentBlock[] =>
  content.map((block) => readBlock(block) ?? writeAsText(block));

/** Writes links to resources as texts with their JSON, for clients of revisions that do not have them. */
export const writeLinksAsTexts = (content: readonly ContentBlock[]): ContentBlock[] =>
  content.map((block) => (block.type === "resource_link" ? writeAsText(block) : block));

const writeAsText = (block: unknown): ContentBlock => ({ type: "text", text: JSON.stringify(block) });

/**
 * Writes structured content as JSON without the data of the images, sounds and resources that stand beside it: as a text, that is only
 * costly. Null: it has none of them, or is too long anyway.
 */
export function describeBeside(
  structured: unknown,
  blocks: readonly ContentBlock[],
  maxCharacters: number,
): string | null {
  const data = new Set(blocks.map(readData).filter((one) => one !== null && one !== ""));
  let isFound = false;
  const json =
    data.size > 0 && isObject(structured)
      ? JSON.stringify(structured, (_, value) => {
          const isBeside = typeof value === "string" && data.has(readBase64(value) ?? "");
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
 * shown as `showBlocks` does, and other blocks as `readBlocks` does. Null: the output is something else.
 */
export function readContentBlocks(
  output: unknown,
  maxTextCharacters: number,
  offset = 0,
): ShownBlocks | null {
  if (!Array.isArray(output)) {
    return null;
  }
  const read = output.map(readBlock);
  return isContent(output, read)
    ? showBlocks(
        read.map((block, index) => block ?? writeAsText(output[index])),
        maxTextCharacters,
        offset,
      )
    : null;
}

/**
 * Whether a list is a tool's content, and not the JSON of its one text. Content has more than texts: they alone are one text. A list that
 * is like content in its texts only must lose nothing when it is shown as such.
 *
 * @param read its blocks; null: one that clients would refuse
 */
function isContent(list: readonly unknown[], read: readonly (ContentBlock | null)[]): boolean {
  const known = read.filter((block) => block !== null);
  const isMixed = known.length > 0 && known.length < list.length;
  return known.some(({ type }) => type !== "text") || (isMixed && list.every(isPlainBlock));
}

const textMembers = new Set(["type", "text", "annotations", "_meta"]);

/** Whether a value has a kind as blocks have it, and, as a text, no members but those of one. */
const isPlainBlock = (block: unknown): boolean =>
  isObject(block) &&
  typeof block.type === "string" &&
  (block.type !== "text" || Object.keys(block).every((name) => textMembers.has(name)));

/**
 * Shows the texts among blocks, and those of embedded resources, up to a number of characters together.
 *
 * @param offset the first character of the texts to show. Other content is shown only with their beginning
 */
export function showBlocks(
  blocks: readonly ContentBlock[],
  maxTextCharacters: number,
  offset = 0,
): ShownBlocks {
  const texts = blocks.map(readText).join("");
  const total = texts.length;
  if (offset === 0 && total <= maxTextCharacters) {
    return { blocks: [...blocks], cut: null };
  }
  const to = findEnd(texts, offset, maxTextCharacters);
  return {
    blocks: cutTexts(blocks, offset, to),
    cut: { unit: "characters", from: offset, to, total, hasFrame: true, record: null },
  };
}

/** Counts the characters that a model reads in blocks as text. */
export const countText = (blocks: readonly ContentBlock[]): number =>
  blocks.reduce((sum, block) => sum + readText(block).length, 0);

/** What a model reads of a block as text. */
function readText(block: ContentBlock): string {
  if (block.type === "text") {
    return block.text;
  }
  return block.type === "resource" && "text" in block.resource ? block.resource.text : "";
}

function cutTexts(blocks: readonly ContentBlock[], from: number, to: number): ContentBlock[] {
  let begin = 0;
  return blocks.flatMap((block): ContentBlock[] => {
    const whole = readText(block);
    if (whole === "") {
      return from === 0 && block.type !== "text" ? [block] : [];
    }
    const text = whole.slice(Math.max(0, from - begin), Math.max(0, to - begin)).toWellFormed();
    begin += whole.length;
    if (text === "") {
      return [];
    }
    return block.type === "resource"
      ? [{ ...block, resource: { ...block.resource, text } }]
      : [{ ...block, text } as ContentBlock];
  });
}

function readBlock(block: unknown): ContentBlock | null {
  const read = isObject(block) ? readPlainBlock(block) : null;
  if (read === null || !isObject(block)) {
    return null;
  }
  const annotations = readAnnotations(block.annotations);
  return { ...read, ...(Object.keys(annotations).length > 0 && { annotations }), ...pickMeta(block) };
}

/** Picks what a server says to programs beside the model, such as how a page of its application is shown. */
const pickMeta = ({ _meta }: Record<string, unknown>): { _meta?: Record<string, unknown> } =>
  isObject(_meta) ? { _meta } : {};

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
    case "audio": {
      const bytes = readBase64(data);
      return bytes !== null && typeof mimeType === "string" ? { type, data: bytes, mimeType } : null;
    }
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
  const described = { uri, ...(typeof mimeType === "string" && { mimeType }), ...pickMeta(resource) };
  if (typeof text === "string") {
    return { type: "resource", resource: { ...described, text } };
  }
  const bytes = readBase64(blob);
  return bytes === null ? null : { type: "resource", resource: { ...described, blob: bytes } };
}

/** Reads base64 as clients do, which take line breaks in it and no padding at its end. Returns it without the one and with the other. */
function readBase64(data: unknown): string | null {
  if (typeof data !== "string") {
    return null;
  }
  const [, digits] = /^([A-Za-z0-9+/]*)={0,2}$/.exec(data.replace(/[ \t\n\f\r]+/g, "")) ?? [];
  return digits === undefined || digits.length % 4 === 1
    ? null
    : digits.padEnd(Math.ceil(digits.length / 4) * 4, "=");
}
