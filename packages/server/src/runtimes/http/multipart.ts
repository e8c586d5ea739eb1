import { randomBytes } from "node:crypto";
import type { BodyProperty } from "@bowline/catalog";
import { isExactNumber } from "../exact-number.ts";
import { isJsonType } from "./is-json-type.ts";
import { checkMediaType, readFile } from "./read-file.ts";
import { textOf } from "./serialize-parameter.ts";
import { writeInCharset } from "./write-in-charset.ts";
import type { BodyPart, WrittenBody } from "./written-body.ts";

/** Writes a multipart body (RFC 7578). An array becomes one part for each item or, without `explode`, one part; an object a JSON part. */
export function writeMultipart(parts: BodyPart[], contentType: string): WrittenBody {
  const boundary = `bowline-${randomBytes(18).toString("base64url")}`;
  const chunks: Buffer[] = [];
  for (const { property, value } of parts) {
    for (const item of listParts(property, value)) {
      const part = property.file
        ? writeFilePart(property.name, property.input, item, property.contentType)
        : writeValuePart(property.name, item, property.contentType);
      chunks.push(Buffer.from(`--${boundary}\r\n${part.head}\r\n\r\n`), part.content, Buffer.from("\r\n"));
    }
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  const bare = contentType.replace(/;\s*boundary=[^;]*/i, "");
  return { contentType: `${bare}; boundary=${boundary}`, body: Buffer.concat(chunks) };
}

interface Part {
  head: string;
  content: Buffer;
}

function listParts({ style, explode }: BodyProperty, value: unknown): unknown[] {
  if (!Array.isArray(value)) {
    return [value];
  }
  const separator = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
  return explode === false && value.length > 0 ? [value.map(textOf).join(separator)] : value;
}

function writeFilePart(name: string, input: string, value: unknown, fallbackType: string | undefined): Part {
  const file = readFile(value, input);
  const type = file.contentType ?? fallbackType ?? "application/octet-stream";
  checkMediaType(type, input);
  const disposition = `content-disposition: form-data; name="${escapeName(name)}"; filename="${escapeName(file.fileName ?? name)}"`;
  return { head: `${disposition}\r\ncontent-type: ${type}`, content: file.content };
}

function writeValuePart(name: string, value: unknown, declaredType: string | undefined): Part {
  const isJson = typeof value === "object" && value !== null && !isExactNumber(value);
  const type = declaredType ?? (isJson ? "application/json" : undefined);
  const text = type !== undefined && isJsonType(type) ? JSON.stringify(value) : textOf(value);
  const head = `content-disposition: form-data; name="${escapeName(name)}"`;
  if (type === undefined) {
    return { head, content: Buffer.from(text) };
  }
  const { contentType, body } = writeInCharset(text, type);
  return { head: `${head}\r\ncontent-type: ${contentType}`, content: Buffer.from(body) };
}

/** Escapes as browsers do (HTML §4.10.21.8): a line break or a quote in a name must not end the header. */
function escapeName(name: string): string {
  return name.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22").replaceAll("\0", "");
}
