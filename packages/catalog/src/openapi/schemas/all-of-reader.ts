import { listOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/references.ts";

/** Says what a schema says without its `allOf`. */
type ReadOwn<Found> = (schema: UncheckedRecord, references: References) => Found;

/** Reads schemas together with the members of their `allOf`. Each member is read once at each depth: many schemas may share it. */
export class AllOfReader<Found extends object> {
  readonly #known = new WeakMap<UncheckedRecord, Found[]>();
  readonly #readOwn: ReadOwn<Found>;
  readonly #join: (parts: readonly Found[]) => Found;

  /** @param join joins what a schema says itself, which comes first, and what its members say. It changes none of them. */
  constructor(readOwn: ReadOwn<Found>, join: (parts: readonly Found[]) => Found) {
    this.#readOwn = readOwn;
    this.#join = join;
  }

  /** @param depth how far to follow members of members; with 0, none is followed. Never change the result. */
  read(schema: UncheckedRecord, references: References, depth: number): Found {
    const own = this.#readOwn(schema, references);
    if (depth === 0 || schema.allOf === undefined) {
      return own;
    }
    const members = listOf(schema.allOf)
      .map((member) => references.followToRecord(member))
      .filter((member) => member !== undefined);
    return this.#join([own, ...members.map((member) => this.#readMember(member, references, depth - 1))]);
  }

  #readMember(member: UncheckedRecord, references: References, depth: number): Found {
    const byDepth = this.#known.get(member) ?? [];
    const found = byDepth[depth] ?? this.read(member, references, depth);
    byDepth[depth] = found;
    this.#known.set(member, byDepth);
    return found;
  }
}
