import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import envPaths from "env-paths";
import { UsageError } from "../errors.ts";
import { makeFolder } from "../make-folder.ts";

/** What a sign-in in the browser left: the client that the server registered, and its tokens. */
export interface StoredTokens {
  clientId: string;
  accessToken: string;
  refreshToken: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A server and the credential for it. */
export interface Profile {
  url: string;
  apiKey?: string;
  tokens?: StoredTokens;
  /** The tokens of sign-ins for MCP, by path: `/mcp` or `/mcp/{toolsetId}`. A token is good for one address only. */
  mcpTokens?: Record<string, StoredTokens>;
}

export interface ConfigFile {
  currentProfile: string;
  /** By their names. It inherits nothing, so that a name such as `constructor` finds nothing. */
  profiles: Record<string, Profile>;
}

export const findConfigPath = (): string => join(envPaths("bowline", { suffix: "" }).config, "config.json");

/** Reads the file; there need not be one. */
export async function readConfigFile(): Promise<ConfigFile> {
  const path = findConfigPath();
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return null;
    }
    throw new UsageError(`${path} cannot be read (${error.code}).`);
  });
  if (text === null) {
    return { currentProfile: "default", profiles: Object.create(null) };
  }
  try {
    const read: unknown = JSON.parse(text);
    if (isConfigFile(read)) {
      return { ...read, profiles: Object.assign(Object.create(null), read.profiles) };
    }
  } catch {
    // The message below says what to do. The parser's own may repeat a key.
  }
  throw new UsageError(`${path} is damaged. Delete it and run \`bowline login\` again.`);
}

/** Replaces the file. Only its owner can read it, and a reader never sees half of it. */
export async function writeConfigFile(config: ConfigFile): Promise<void> {
  const path = findConfigPath();
  await makeFolder(dirname(path), 0o700);
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporary, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function isConfigFile(value: unknown): value is ConfigFile {
  const config = value as Partial<ConfigFile> | null;
  return (
    typeof config === "object" &&
    typeof config?.currentProfile === "string" &&
    typeof config.profiles === "object" &&
    config.profiles !== null &&
    Object.values(config.profiles).every((profile) => typeof profile?.url === "string")
  );
}
