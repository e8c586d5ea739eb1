import { isRecord, namedEntriesOf, type UncheckedRecord } from "../../record.ts";
import { isSwagger } from "../document/read-document.ts";
import type { Notes } from "../notes.ts";
import type { DescriptionFiles } from "./description-file.ts";
import { migrateSwaggerSchema } from "./migrate-swagger-schema.ts";
import { type Origin, ReferenceFollower } from "./reference-follower.ts";
import type { DocumentAddress } from "./resolve-reference.ts";
import { type FoundReference, listInner, listReferences, type WalkedPlace } from "./walk-references.ts";

export interface FollowedFiles {
  /** The parsed files, by address. References to them are `<address>#<JSON Pointer>`. */
  values: ReadonlyMap<string, unknown>;
  /** Addresses of files that have to be fetched first, in the order of the document. Until then `values` is not complete. */
  missing: string[];
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
  const follower = new ReferenceFollower(address, isSwagger(document), files, notes);
  new Walk(document, follower).run();
  return { values: follower.values(), missing: follower.missing() };
}

/** A map that is in another file, as in `paths: { $ref: paths.yaml }`. No version allows it, but many documents do it. */
interface Merge {
  into: UncheckedRecord;
  from: UncheckedRecord;
}

/** Goes through a document, and through the parts of its files that are needed. */
class Walk {
  readonly #follower: ReferenceFollower;
  readonly #isSwagger: boolean;
  /** The place to read next is the last one. */
  readonly #waiting: WalkedPlace<Origin>[];
  readonly #seen = new Set<object>();
  readonly #merges: Merge[] = [];

  constructor(document: UncheckedRecord, follower: ReferenceFollower) {
    this.#follower = follower;
    this.#isSwagger = isSwagger(document);
    this.#waiting = [{ value: document, isMap: false, origin: null }];
  }

  run(): void {
    for (let place = this.#waiting.pop(); place !== undefined; place = this.#waiting.pop()) {
      if (!this.#seen.has(place.value)) {
        this.#seen.add(place.value);
        this.#read(place);
      }
    }
    for (const merge of this.#merges.reverse()) {
      mergeMembers(merge);
    }
  }

  #read(place: WalkedPlace<Origin>): void {
    for (const inner of listInner(place).reverse()) {
      this.#waiting.push(inner);
    }
    const { value, isMap, origin } = place;
    if (!isRecord(value)) {
      return;
    }
    for (const found of listReferences(value)) {
      const target = this.#replace(found, origin);
      if (target !== null) {
        this.#waiting.push({ ...target, isMap });
      }
      if (target !== null && isMap && isRecord(target.value)) {
        this.#merges.push({ into: value, from: target.value });
      }
    }
    if (this.#isSwagger && origin !== null && !isMap) {
      migrateSwaggerSchema(value);
    }
  }

  /** Returns the object or list of a file that the reference leads to. Null: there is none. */
  #replace({ reference, replace }: FoundReference, origin: Origin): { value: object; origin: Origin } | null {
    const followed = this.#follower.follow(reference, origin);
    if (followed === null) {
      return null;
    }
    replace(followed.reference);
    const { target } = followed;
    return target !== undefined && typeof target.value === "object" && target.value !== null
      ? { value: target.value, origin: target.file }
      : null;
  }
}

function mergeMembers({ into, from }: Merge): void {
  delete into.$ref;
  for (const [name, member] of namedEntriesOf(from)) {
    if (!Object.hasOwn(into, name)) {
      into[name] = member;
    }
  }
}
