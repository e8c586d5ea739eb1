import type { Notes } from "../notes.ts";
import type { DescriptionFiles } from "./description-file.ts";
import { type OpenFile, type OpenFiles, openFiles } from "./open-files.ts";
import { type DocumentAddress, resolveReference } from "./resolve-reference.ts";

/** The most files that a document may refer to. */
const maximumFiles = 200;

const tooManyFiles = `The document refers to more than ${maximumFiles} files; the others are left out. Join them to one document, and send it as \`text\``;

/** The file that a reference stands in. Null: the document itself. */
export type Origin = OpenFile | null;

/** What a reference is replaced by, and what is there. */
export interface Followed {
  reference: string;
  /** Undefined: nothing, or a part of the document, all of which is read anyway. */
  target?: { value: unknown; file: OpenFile };
}

/** Follows references into the files of a document's origin, and remembers which of them are not there yet. */
export class ReferenceFollower {
  readonly #address: DocumentAddress;
  readonly #isSwagger: boolean;
  readonly #notes: Notes;
  readonly #opened: OpenFiles;
  readonly #missing = new Set<string>();
  /** How many more files may be missing. */
  readonly #maximumMissing: number;

  /** @param isSwagger whether the document is upgraded after its files are followed */
  constructor(address: DocumentAddress, isSwagger: boolean, files: DescriptionFiles, notes: Notes) {
    this.#address = address;
    this.#isSwagger = isSwagger;
    this.#notes = notes;
    this.#opened = openFiles(files, notes);
    this.#maximumMissing = maximumFiles - files.size;
  }

  /** Null: the reference is not followed, or its file is not there. */
  follow(reference: string, origin: Origin): Followed | null {
    const resolved = resolveReference(reference, origin, this.#address);
    if (resolved === null) {
      return null;
    }
    if ("own" in resolved) {
      return { reference: this.#isSwagger && origin ? nameUpgraded(resolved.own) : resolved.own };
    }
    const file = this.#opened.find(resolved.url);
    if (file === undefined) {
      this.#noteMissing(resolved.url);
    }
    return file ? findIn(file, resolved.fragment) : null;
  }

  /** The values of the files that were parsed, by their addresses in references. */
  values(): ReadonlyMap<string, unknown> {
    return this.#opened.values();
  }

  /** The addresses of files that were needed and are not there yet. */
  missing(): string[] {
    return [...this.#missing];
  }

  #noteMissing(url: string): void {
    if (this.#missing.has(url)) {
      return;
    }
    if (this.#missing.size < this.#maximumMissing) {
      this.#missing.add(url);
    } else {
      this.#notes.add(tooManyFiles);
    }
  }
}

function findIn(file: OpenFile, fragment: string): Followed {
  const { key, references } = file;
  const found = fragment === "" ? { pointer: "", value: file.value } : references.find(`#${fragment}`);
  return found === undefined
    ? { reference: `${key}#${fragment}` }
    : { reference: `${key}#${encodePointer(found.pointer)}`, target: { value: found.value, file } };
}

/** A reference is decoded when it is read. */
const encodePointer = (pointer: string): string => pointer.replaceAll("%", "%25");

/** Only references in the document itself are upgraded with it. */
const nameUpgraded = (own: string): string => own.replace(/^#\/definitions\//, "#/components/schemas/");
