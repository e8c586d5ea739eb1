import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, stat, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describeFileError } from "../describe-file-error.ts";
import { keyBytes, MasterKeyError, type MasterKeys, parseMasterKeys } from "../master-keys.ts";
import { quoteForShell } from "../quote-for-shell.ts";

/**
 * Reads the master keys from a file. Creates the file with one random key when it does not exist. When several processes start at
 * once, one creates the file and all read the same keys.
 *
 * @param path such as `<dataDir>/master-key`; contains the same text as `BOWLINE_MASTER_KEY`; created with mode 0600
 * @throws MasterKeyError when the file cannot be read, its text is not a master key, or everybody on the machine may read it
 */
export async function loadOrCreateMasterKeyFile(path: string): Promise<MasterKeys> {
  const existing = await loadMasterKeyFile(path);
  if (existing !== null) {
    return existing;
  }
  await createAtomically(path, `${randomBytes(keyBytes).toString("base64")}\n`);
  const made = await loadMasterKeyFile(path);
  if (made === null) {
    throw new MasterKeyError(`${path} was removed while it was being created.`);
  }
  return made;
}

/**
 * Reads the master keys from a file.
 *
 * @returns null when the file does not exist
 * @throws MasterKeyError as `loadOrCreateMasterKeyFile`
 */
export async function loadMasterKeyFile(path: string): Promise<MasterKeys | null> {
  const text = await readIfPresent(path);
  if (text === null) {
    return null;
  }
  await checkNotReadableByAll(path);
  try {
    return parseMasterKeys(text.trim());
  } catch (error) {
    throw error instanceof MasterKeyError ? new MasterKeyError(`${path}: ${error.message}`) : error;
  }
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isNodeError(error) && error.code === "ENOENT") {
      return null;
    }
    throw new MasterKeyError(
      `The master key's file ${path} ${describeFileError(error)}. It must be a file that the user of the server may read, and nobody else.`,
    );
  }
}

/** Writes a temporary file and links it, so that the file appears with its whole content. Does nothing when the file exists. */
async function createAtomically(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, text, { mode: 0o600, flag: "wx", flush: true });
  try {
    await link(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (!isNodeError(error) || error.code !== "EEXIST") {
      throw error;
    }
  } finally {
    await unlink(draft);
  }
}

/** Syncs the folder, because losing the key in a power cut would lose every secret. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") {
    return;
  }
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The group may read the file: Kubernetes gives a volume's files to it. Windows has no such bits. */
async function checkNotReadableByAll(path: string): Promise<void> {
  const { mode } = await stat(path);
  if (process.platform !== "win32" && (mode & 0o007) !== 0) {
    throw new MasterKeyError(
      `${path} may be read by everybody on this machine. Run: chmod 600 ${quoteForShell(path)}`,
    );
  }
}

function isNodeError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}
