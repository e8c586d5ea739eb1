import type { JsonSchema } from "@bowline/sdk";
import { UsageError } from "../errors.ts";
import { type ReadText, readFlags, splitOnce } from "./read-flags.ts";
import { asObject } from "./read-schema.ts";
import { readJson } from "./read-value.ts";
import { setMember } from "./set-member.ts";

/** The ways in which a tool's input is given. A later one wins. */
export interface InputOptions {
  /** A file with the whole input as JSON; `-`: stdin. */
  input?: string | undefined;
  /** `name=text` pairs. */
  texts: string[];
  /** `name=json` pairs. */
  jsons: string[];
  /** Flags of the tool. */
  words: string[];
  /** Names of the command's own options, which no flag of the tool can have. */
  options: ReadonlySet<string>;
}

/** @param loadSchema is called only when there are flags to read */
export async function readInput(
  { input, texts, jsons, words, options }: InputOptions,
  loadSchema: () => Promise<JsonSchema>,
  readText: ReadText,
): Promise<Record<string, unknown>> {
  const fields = input === undefined ? {} : await readWhole(input, readText);
  if (words.length > 0) {
    await readFlags(words, await loadSchema(), fields, readText, options);
  }
  for (const pair of texts) {
    const [name, text] = splitPair(pair, "-f name=text");
    setMember(fields, name.split("."), text);
  }
  for (const pair of jsons) {
    const [name, text] = splitPair(pair, "-F name=json");
    const value = readJson(text.startsWith("@") ? await readText(text.slice(1)) : text);
    if (value === undefined) {
      throw new UsageError(`-F ${name}= takes JSON. For text use -f ${name}=text.`);
    }
    setMember(fields, name.split("."), value);
  }
  return fields;
}

async function readWhole(input: string, readText: ReadText): Promise<Record<string, unknown>> {
  const fields = asObject(readJson(await readText(input.replace(/^@/, ""))));
  if (fields === undefined) {
    throw new UsageError("--input takes a file with a JSON object, or - for stdin.");
  }
  return fields;
}

function splitPair(pair: string, form: string): [string, string] {
  const [name, text] = splitOnce(pair);
  if (name === "" || text === undefined) {
    throw new UsageError(`"${pair}" is not in the form ${form}.`);
  }
  return [name, text];
}
