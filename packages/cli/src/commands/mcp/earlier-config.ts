import { readFile, writeFile } from "node:fs/promises";

/**
 * Reads a client's file before a server is added to it.
 *
 * @returns null when there is none
 * @throws Error for a file that holds something else than a JSON object: add-mcp would replace it
 */
export async function readEarlierConfig(path: string, format: string): Promise<string | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return null;
    }
    throw error;
  }
  if (format === "json" && text.trim() !== "" && !isJsonObject(text)) {
    throw new Error("is not changed, because it is no JSON object. Mend it, or move it away, first");
  }
  return text;
}

/** Whether a text is a JSON object, which may have comments and commas after the last member. */
export function isJsonObject(text: string): boolean {
  const keepTexts = (_match: string, string?: string) => string ?? " ";
  const plain = text
    .replace(/^\ufeff/, "")
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, keepTexts)
    .replace(/("(?:\\.|[^"\\])*")|(?<![[{,:]\s*),(?=\s*[}\]])/g, keepTexts);
  try {
    const value: unknown = JSON.parse(plain);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Keeps the earlier file beside one that has lost comments: add-mcp writes YAML and TOML anew.
 *
 * @returns where it is; null when nothing was lost
 */
export async function keepEarlierConfig(path: string, earlier: string): Promise<string | null> {
  const countMarks = (text: string) => text.split("#").length;
  if (countMarks(await readFile(path, "utf8")) >= countMarks(earlier)) {
    return null;
  }
  const kept = `${path}.before-bowline`;
  await writeFile(kept, earlier, { mode: 0o600 });
  return kept;
}
