import { createHash } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Bowline, NotFoundError, type Tool } from "@bowline/sdk";
import envPaths from "env-paths";
import { makeFolder } from "../make-folder.ts";
import type { Session } from "../session.ts";

const maxAgeMs = 5 * 60_000;

/**
 * Loads a tool with its input schema. It is kept in a file for five minutes, or until `forgetTools`.
 *
 * @param toolsetId the toolset that the call goes through, if any
 */
export async function loadTool(session: Session, slug: string, toolsetId: string | undefined): Promise<Tool> {
  const path = findCachePath(session, slug, toolsetId);
  const kept = await readKept(path);
  if (kept !== null) {
    return kept;
  }
  const tool = await findTool(session.bowline(), slug, toolsetId);
  try {
    await makeFolder(dirname(path), 0o700);
    await writeFile(path, JSON.stringify(tool), { mode: 0o600 });
  } catch {
    // Without a folder for it, the next command asks again.
  }
  return tool;
}

/** A call finds a tool also by the name that its toolset gives it. */
async function findTool({ tools }: Bowline, name: string, toolsetId: string | undefined): Promise<Tool> {
  try {
    return await tools.get(name, { view: "input" });
  } catch (error) {
    if (toolsetId === undefined || !(error instanceof NotFoundError)) {
      throw error;
    }
    const { toolSlug } = await tools.resolve(name, { toolsetId });
    return await tools.get(toolSlug, { view: "input" });
  }
}

/** For a command that changes tools. Without it, the next ones may miss an input. */
export async function forgetTools(): Promise<void> {
  await rm(findCacheFolder(), { recursive: true, force: true }).catch(() => undefined);
}

const findCacheFolder = (): string => join(envPaths("bowline", { suffix: "" }).cache, "tools");

async function readKept(path: string): Promise<Tool | null> {
  try {
    const { mtimeMs } = await stat(path);
    return Date.now() - mtimeMs < maxAgeMs ? (JSON.parse(await readFile(path, "utf8")) as Tool) : null;
  } catch {
    return null;
  }
}

/** Companies may have different tools under one slug, so the credential is part of the name, as a hash. */
function findCachePath({ target }: Session, slug: string, toolsetId: string | undefined): string {
  const { credential, url, profileName } = target;
  const owner = credential !== null && "apiKey" in credential ? credential.apiKey : profileName;
  const name = createHash("sha256")
    .update(JSON.stringify([url, owner, slug, toolsetId]))
    .digest("hex");
  return join(findCacheFolder(), `${name}.json`);
}
