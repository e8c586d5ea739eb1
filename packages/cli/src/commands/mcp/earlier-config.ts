import { lstat, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { parse as parseToml } from "@iarna/toml";
import type { AgentConfig } from "add-mcp";
import { parse as parseYaml } from "yaml";

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
 * @param serversKey the member that holds the client's servers by their names
 * @returns null when there is none
 * @throws Error for a file that add-mcp would not add to, but replace in part: one in another form, or with something else as servers
 */
export async function readEarlierConfig(
  path: string,
  format: AgentConfig["format"],
  serversKey: string,
): Promise<string | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return null;
    }
    throw error;
  }
  if (text.trim() === "") {
    return text;
  }
  const config = parseConfig(text, format);
  if (config === null) {
    throw new Error(
      `is not changed, because it is not a ${objectNames[format]}. Fix it or move it away first`,
    );
  }
  const servers = config[serversKey] ?? {};
  if (!isObject(servers)) {
    throw new Error(
      `is not changed, because "${serversKey}" in it is not a ${objectNames[format]}. Fix it or move it away first`,
    );
  }
  return text;
}

const objectNames = { json: "JSON object", yaml: "YAML mapping", toml: "TOML table" };

/** @returns null for a text that is not in the format, or holds something else than an object. An empty YAML file is one without members */
export function parseConfig(text: string, format: AgentConfig["format"]): Record<string, unknown> | null {
  const read = { json: parseCommentedJson, yaml: (yaml: string) => parseYaml(yaml) ?? {}, toml: parseToml };
  try {
    const config: unknown = read[format](text.replace(/^\ufeff/, ""));
    return isObject(config) ? config : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses JSON that may have comments, and commas after the last member. */
function parseCommentedJson(text: string): unknown {
  const keepTexts = (_match: string, string?: string) => string ?? " ";
  const plain = text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, keepTexts)
    .replace(/("(?:\\.|[^"\\])*")|(?<![[{,:]\s*),(?=\s*[}\]])/g, keepTexts);
  return JSON.parse(plain);
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
