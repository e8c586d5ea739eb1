import { isObject } from "../form/json-schema.ts";

/** The content of a response that is no text. */
export interface FileResult {
  contentType: string;
  base64: string;
}

/** Recognizes an output that is a file. @returns null when it is none */
export function readFileResult(output: unknown): FileResult | null {
  if (!isObject(output) || Object.keys(output).length !== 2) {
    return null;
  }
  const { contentType, base64 } = output;
  return typeof contentType === "string" && typeof base64 === "string" && isBase64(base64)
    ? { contentType, base64 }
    : null;
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

export const decodeFile = ({ base64 }: FileResult): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Endings of file names that are not the second half of the media type. */
const endings: Record<string, string> = {
  "application/gzip": "gz",
  "application/msword": "doc",
  "application/vnd.ms-excel": "xls",
  "application/vnd.ms-powerpoint": "ppt",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/x-tar": "tar",
  "application/x-zip-compressed": "zip",
  "audio/mpeg": "mp3",
  "image/jpeg": "jpg",
  "image/vnd.microsoft.icon": "ico",
  "image/x-icon": "ico",
  "video/quicktime": "mov",
};

/** Adds the ending that a media type's files have: `bin` for one that says nothing. */
export function nameFile(name: string, contentType: string): string {
  const [, second = ""] = contentType.split("/");
  return `${name}.${endings[contentType] ?? (/^[a-z0-9]{2,5}$/.test(second) ? second : "bin")}`;
}
