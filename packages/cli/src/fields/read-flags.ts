import type { JsonSchema } from "@bowline/sdk";
import { UsageError } from "../errors.ts";
import { type FoundFlag, findFlag } from "./find-flag.ts";
import { readValue } from "./read-value.ts";
import { setMember } from "./set-member.ts";

/** Reads a file, or stdin for `-`. The hint ends the message about a file that cannot be read. */
export type ReadText = (path: string, hint?: string) => Promise<string>;

/**
 * Reads a tool's input from flags such as `--title "x" --author.name y --labels bug --labels ui --no-draft`.
 *
 * @param fields receives the members
 * @param options names of the command's own options, which no flag can have
 * @throws UsageError for a flag that the schema does not have
 */
export async function readFlags(
  words: string[],
  schema: JsonSchema,
  fields: Record<string, unknown>,
  readText: ReadText,
  options: ReadonlySet<string>,
): Promise<void> {
  const seen = new Set<string>();
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (!word.startsWith("--") || word === "--") {
      throw new UsageError(`"${word}" is not a flag. Write the tool's input as --name value.`);
    }
    const [name = "", inline] = splitOnce(word.slice(2));
    const flag = findFlag(schema, name, options);
    if (flag.isNegated) {
      setMember(fields, flag.path, false);
      continue;
    }
    const next = words[index + 1];
    const takesNext = inline === undefined && wantsNext(flag, next);
    if (takesNext) {
      index++;
    }
    const text = inline ?? (takesNext ? next : undefined);
    if (text === undefined && !flag.types.includes("boolean")) {
      throw new UsageError(
        `--${name} needs a value. One that begins with a dash is written as --${name}=-x.`,
      );
    }
    const value = text === undefined ? true : await readFlagValue(flag, name, text, readText);
    const key = flag.path.join("\u0000");
    setMember(fields, flag.path, value, { isAdded: flag.types.includes("array") && seen.has(key) });
    seen.add(key);
  }
}

async function readFlagValue(
  flag: FoundFlag,
  name: string,
  text: string,
  readText: ReadText,
): Promise<unknown> {
  if (text.startsWith("@@")) {
    return readValue(flag, name, text.slice(1));
  }
  const hint = "A text that begins with @ is written with @@.";
  return readValue(flag, name, text.startsWith("@") ? await readText(text.slice(1), hint) : text);
}

/** A member that may be true needs no value; it takes one only if that is `true` or `false`. */
function wantsNext({ types }: FoundFlag, next: string | undefined): boolean {
  if (next === undefined) {
    return false;
  }
  return types.includes("boolean") && types.length === 1
    ? next === "true" || next === "false"
    : !/^--[a-zA-Z]/.test(next);
}

/** Splits `name=value`. */
export function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf("=");
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
