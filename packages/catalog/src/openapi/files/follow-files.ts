import { isRecord, namedEntriesOf, type UncheckedRecord } from "../../record.ts";
import { isSwagger } from "../document/read-document.ts";
import type { Notes } from "../notes.ts";
import type { DescriptionFiles } from "./description-file.ts";
import { migrateSwaggerSchema } from "./migrate-swagger-schema.ts";
import { type OpenFile, openFiles } from "./open-files.ts";
import { type DocumentAddress, resolveReference } from "./resolve-reference.ts";
import { listInner, listReferences, type WalkedPlace } from "./walk-references.ts";

/** The most files that a document may refer to. */
const maximumFiles = 200;

const tooManyFiles = `The document refers to more than ${maximumFiles} files; the others are left out. Join them to one document, and send it as \`text\``;

export interface FollowedFiles {
  /** The parsed files, by address. References to them are `<address>#<JSON Pointer>`. */
  values: ReadonlyMap<string, unknown>;
  /** Addresses of files that have to be fetched first, in the order of the document. Until then `values` is not complete. */
  missing: string[];
}

/** Null: the document itself. */
type Origin = OpenFile | null;

/** What a reference is replaced by, and what is there. */
interface Followed {
  reference: string;
  /** Undefined: nothing, or a part of the document, all of which is read anyway. */
  target?: { value: unknown; file: OpenFile };
}

/**
 * Follows the references of a document into files of its origin, and from there (decisions D24a), as far as the document needs them.
 * Replaces them by ones that `References` finds. Those that are not followed stay as they are.
 *
 * @param document is changed
 */
export function followFiles(
  document: UncheckedRecord,
  address: DocumentAddress,
  files: DescriptionFiles,
  notes: Notes,
): FollowedFiles {
  const opened = openFiles(files, notes);
  const missing = new Set<string>();
  const hasOldSchemas = isSwagger(document);

  function follow(reference: string, origin: Origin): Followed | null {
    const resolved = resolveReference(reference, origin, address);
    if (resolved === null || "own" in resolved) {
      return resolved && { reference: hasOldSchemas && origin ? nameUpgraded(resolved.own) : resolved.own };
    }
    const { url, fragment } = resolved;
    const file = opened.find(url);
    if (file === undefined && !missing.has(url)) {
      if (files.size + missing.size < maximumFiles) {
        missing.add(url);
      } else {
        notes.add(tooManyFiles);
      }
    }
    return file ? findIn(file, fragment) : null;
  }

  const merges: Merge[] = [];
  /** The place to read next is the last one. */
  const waiting: WalkedPlace<Origin>[] = [{ value: document, isMap: false, origin: null }];
  const seen = new Set<object>();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, isMap, origin } = place;
    if (seen.has(value)) {
      continue;
    }
    seen.add(value);
    for (const inner of listInner(place).reverse()) {
      waiting.push(inner);
    }
    if (!isRecord(value)) {
      continue;
    }
    for (const { reference, replace } of listReferences(value)) {
      const followed = follow(reference, origin);
      const target = followed?.target;
      if (followed) {
        replace(followed.reference);
      }
      if (target && typeof target.value === "object" && target.value !== null) {
        waiting.push({ value: target.value, isMap, origin: target.file });
      }
      if (target && isMap && isRecord(target.value)) {
        merges.push({ into: value, from: target.value });
      }
    }
    if (hasOldSchemas && origin !== null && !isMap) {
      migrateSwaggerSchema(value);
    }
  }
  for (const merge of merges.reverse()) {
    mergeMembers(merge);
  }
  return { values: opened.values(), missing: [...missing] };
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

/** A map that is in another file, as in `paths: { $ref: paths.yaml }`. No version allows it, but many documents do it. */
interface Merge {
  into: UncheckedRecord;
  from: UncheckedRecord;
}

function mergeMembers({ into, from }: Merge): void {
  delete into.$ref;
  for (const [name, member] of namedEntriesOf(from)) {
    if (!Object.hasOwn(into, name)) {
      into[name] = member;
    }
  }
}
