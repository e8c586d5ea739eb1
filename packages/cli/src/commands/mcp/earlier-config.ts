import { lstat, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

/**
 * Checks that a project's file is in the project. A link in somebody else's project could lead to any other file of the person.
 *
 * @param folder the project's
 * @throws Error
 */
export async function checkInProject(path: string, folder: string): Promise<void> {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  const place = isThere ? realpath(path) : realpath(dirname(path)).then((above) => join(above, "file"));
  const isInside = (await place.catch(() => "")).startsWith(join(await realpath(folder), sep));
  if (!isInside) {
    throw new Error("is not changed, because a link leads from it out of the project");
  }
}

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
  // What is there may be a link.
  await rm(kept, { force: true });
  await writeFile(kept, earlier, { mode: 0o600, flag: "wx" });
  return kept;
}
