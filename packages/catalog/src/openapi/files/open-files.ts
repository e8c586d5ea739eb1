import { DescriptionError } from "../../description-error.ts";
import { isRecord } from "../../record.ts";
import { checkExtent, readText } from "../document/read-document.ts";
import { References } from "../document/references.ts";
import type { Notes } from "../notes.ts";
import type { DescriptionFile, DescriptionFiles } from "./description-file.ts";

/** A file that was read. */
export interface OpenFile {
  /** Its address in references. */
  key: string;
  /** The address that its own references are resolved against. */
  base: string;
  value: unknown;
  /** Finds what its own fragments point to. */
  references: References;
}

export interface OpenFiles {
  /**
   * Parses a file when it is needed first. Undefined: it is not fetched yet. Null: it cannot be used, for a reason that is noted.
   */
  find(url: string): OpenFile | null | undefined;
  /** The values of the files that were parsed, by their addresses in references. */
  values(): ReadonlyMap<string, unknown>;
}

export function openFiles(files: DescriptionFiles, notes: Notes): OpenFiles {
  const opened = new Map<string, OpenFile | null>();
  /** The first address of each file by the one it was redirected to, so that both are one file. */
  const keys = new Map<string, string>();
  for (const [key, file] of files) {
    if ("url" in file && !keys.has(file.url)) {
      keys.set(file.url, key);
    }
  }
  return {
    find(url) {
      const key = files.has(url) ? url : (keys.get(url) ?? url);
      const known = opened.get(key);
      const file = files.get(key);
      if (known !== undefined || file === undefined) {
        return known;
      }
      const read = openFile(key, file, notes);
      opened.set(key, read);
      return read;
    },
    values: () =>
      new Map([...opened].flatMap(([key, file]) => (file === null ? [] : [[key, file.value] as const]))),
  };
}

function openFile(key: string, file: DescriptionFile, notes: Notes): OpenFile | null {
  if ("problem" in file) {
    notes.add(`The file ${key} is left out, because it could not be fetched. ${withoutEnd(file.problem)}`);
    return null;
  }
  try {
    const value = readText(file.text, (pointer) =>
      notes.addAt("A member is given twice; the last one is used", `${key}#${pointer}`),
    );
    checkExtent(value);
    return {
      key,
      base: file.url,
      value,
      references: new References(isRecord(value) ? value : {}),
    };
  } catch (error) {
    if (error instanceof DescriptionError) {
      const reason = withoutEnd(error.message.replace(/^The document\b/, "It"));
      notes.add(`The file ${key} is left out, because it could not be read. ${reason}`);
      return null;
    }
    throw error;
  }
}

/** Warnings have no full stop at their end. */
const withoutEnd = (sentence: string): string => sentence.replace(/\.$/, "");
