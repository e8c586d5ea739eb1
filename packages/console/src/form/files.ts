import { isObject, type JsonSchema, readProperties, readSchemas } from "./json-schema.ts";

/** How a schema takes a file: as an object that also has a name, or as base64 text alone. */
export type FileShape = "named" | "text";

/** A file as a tool's input holds it. */
export interface FileValue {
  fileName?: string;
  contentType?: string;
  base64: string;
}

/** Recognizes a file in a schema whose references are resolved. @returns null when it is none */
export function readFileShape(schema: JsonSchema): FileShape | null {
  if (isBase64(schema)) {
    return "text";
  }
  const branches = readSchemas(schema.anyOf ?? schema.oneOf).filter(isObject);
  const isFile = branches.length === 2 && branches.some(isBase64) && branches.some(isNamedFile);
  return isFile ? "named" : null;
}

const isBase64 = ({ type, contentEncoding }: JsonSchema): boolean =>
  contentEncoding === "base64" && (type === undefined || [type].flat().includes("string"));

const isNamedFile = (schema: JsonSchema): boolean => {
  const properties = new Map(readProperties(schema));
  const content = properties.get("base64");
  return properties.has("fileName") && isObject(content) && isBase64(content);
};

/** Reads a value as the file that it is; null: none. */
export function readFileValue(value: unknown): FileValue | null {
  if (typeof value === "string") {
    return value === "" ? null : { base64: value };
  }
  return isObject(value) && typeof value.base64 === "string"
    ? {
        base64: value.base64,
        ...(typeof value.fileName === "string" && { fileName: value.fileName }),
        ...(typeof value.contentType === "string" && { contentType: value.contentType }),
      }
    : null;
}

/** The bytes that a base64 text stands for. */
export function countBytes(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

/** Reads a chosen file's content as base64. @throws Error when the browser cannot read it */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",", 2)[1] ?? "");
    reader.onerror = () => reject(reader.error ?? new Error("The file could not be read."));
    reader.readAsDataURL(file);
  });
}
