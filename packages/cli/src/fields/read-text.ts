import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { UsageError } from "../errors.ts";

/** Reads a text file; `-`: stdin. @throws UsageError when it cannot be read */
export async function readText(path: string): Promise<string> {
  if (path === "-") {
    return await text(process.stdin);
  }
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `The file "${path}" cannot be read (${code}). A text that begins with @ is written with @@.`,
    );
  }
}
