import type { BoundInput } from "../../bound-input.ts";
import type { JsonSchema } from "../../json-schema.ts";
import { createNumbering } from "../numbering.ts";

/** Names the inputs for the parts of a request. */
export interface InputNames {
  /** Returns the wire name if it is free and model clients accept it; else a cleaned or prefixed one. */
  take(wireName: string, place: BoundInput["place"]): string;
  /** Returns the input for a whole body: `body`, else `request_body`. */
  takeBody(): string;
}

/** Property names that model clients accept. */
export const inputNamePattern: RegExp = /^[a-zA-Z0-9_.-]{1,64}$/;

/** @param kept inputs whose parts keep them, and that no other part gets */
export function createInputNames(kept: readonly BoundInput[] = []): InputNames {
  const own = new Map(kept.map((bound) => [keyOf(bound), bound.input]));
  const taken = new Set(own.values());
  const isFree = (name: string) => !taken.has(name);
  const nextNumber = createNumbering();
  const take = (...candidates: string[]): string => {
    const last = candidates.at(-1) ?? "value";
    const name = candidates.find(isFree) ?? nextNumber(`${last.slice(0, 60)}_`, isFree);
    taken.add(name);
    return name;
  };
  return {
    take: (wireName, place) => {
      const plain = cleanInputName(wireName);
      return own.get(keyOf({ place, name: wireName })) ?? take(plain, `${place}_${plain}`.slice(0, 64));
    },
    takeBody: () => own.get(keyOf({ place: "body", name: null })) ?? take("body", "request_body"),
  };
}

const keyOf = ({ place, name }: Pick<BoundInput, "place" | "name">): string => JSON.stringify([place, name]);

/**
 * Lists the inputs that a tool had before and whose parts it still has, when one of them would get another name: a caller, or a preset of a
 * toolset, means the part by the name that it had. Empty: all names stay by themselves.
 *
 * @param earlier the inputs that the tool had
 * @param now those that it would get
 */
export function listKeptInputs(earlier: readonly BoundInput[], now: readonly BoundInput[]): BoundInput[] {
  const nowByPart = new Map(now.map((bound) => [keyOf(bound), bound.input]));
  const kept = earlier.filter(
    (bound) =>
      nowByPart.has(keyOf(bound)) && inputNamePattern.test(bound.input) && bound.input !== "__proto__",
  );
  return kept.every((bound) => nowByPart.get(keyOf(bound)) === bound.input) ? [] : kept;
}

/**
 * Begins the description with the wire name when the input's own name does not say it: letters that are not ASCII are replaced, and of
 * `a b` and `a+b`, which are cleaned alike, the second one gets another name.
 */
export function tellWireName(schema: JsonSchema, wireName: string, input: string): JsonSchema {
  const cleaned = cleanInputName(wireName);
  const isRenamed = cleaned !== wireName && cleaned !== input;
  if (!isRenamed && !/[^\P{L}a-zA-Z]/u.test(wireName)) {
    return schema;
  }
  const { description } = schema;
  return { ...schema, description: description === undefined ? wireName : `${wireName}: ${description}` };
}

/** Replaces characters that model clients refuse: `filter[name]` becomes `filter_name`, `$top` becomes `top`. */
function cleanInputName(name: string): string {
  if (inputNamePattern.test(name) && name !== "__proto__") {
    return name;
  }
  const cleaned = name
    .normalize("NFKD")
    .replace(/[^a-zA-Z0-9_.-]+/g, "_")
    .replace(/^_+|(?<!_)_+$/g, "")
    .slice(0, 64);
  return cleaned === "" ? "value" : cleaned;
}
