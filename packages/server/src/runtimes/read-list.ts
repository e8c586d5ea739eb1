import { parseExactJson } from "./parse-exact-json.ts";

/** Reads a JSON array, whose numbers keep their digits, or else texts separated by commas. */
export function readList(text: string): string[] {
  if (text.trimStart().startsWith("[")) {
    try {
      const list = parseExactJson(text);
      if (Array.isArray(list)) {
        return list.map(toText);
      }
    } catch {
      // The text only begins like a JSON array.
    }
  }
  return text.split(",").map((item) => item.trim());
}

const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
