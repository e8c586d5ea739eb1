import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { UsageError } from "../errors.ts";

/**
 * Reads a text file; `-`: stdin.
 *
 * @param hint ends the message about a file that cannot be read
 * @throws UsageError when it cannot be read, or is not UTF-8 text
 */
export async function readText(path: string, hint = ""): Promise<string> {
  const bytes = path === "-" ? await buffer(process.stdin) : await readBytes(path, hint);
  try {
    // It drops a mark of the order of bytes, which some editors put at the beginning.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(
      `${path === "-" ? "What came on stdin" : `The file "${path}"`} is not UTF-8 text. Other content is given as base64, where a tool takes it.`,
    );
  }
}

async function readBytes(path: string, hint: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`The file "${path}" cannot be read (${code}). ${hint}`.trimEnd());
  }
}
