import { text } from "node:stream/consumers";
import { CanceledError, UsageError } from "../errors.ts";
import { cleanText } from "../output/clean-text.ts";
import type { Session } from "../session.ts";

/** Reads a secret: without echo on a terminal, else from stdin. @throws UsageError when nothing comes */
export async function readSecret({ isInteractive }: Session, name: string): Promise<string> {
  if (!isInteractive) {
    const piped = process.stdin.isTTY === true ? "" : (await text(process.stdin)).trim();
    if (piped === "") {
      throw new UsageError(`Send the ${cleanText(name)} on stdin, as in: bowline … < file`);
    }
    return piped;
  }
  const typed = await askSecret(name);
  if (typed === "") {
    throw new CanceledError("Nothing was entered.");
  }
  return typed;
}

/** Asks on a terminal, without echo. The secret may be empty. */
export async function askSecret(name: string): Promise<string> {
  const { isCancel, password } = await import("@clack/prompts");
  const typed = await password({ message: cleanText(name), output: process.stderr });
  if (isCancel(typed)) {
    throw new CanceledError("Nothing was entered.");
  }
  return typed ?? "";
}
