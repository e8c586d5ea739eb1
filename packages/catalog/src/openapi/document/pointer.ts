import { escapePointerSegment } from "../../manifest/json-pointer.ts";
import { isRecord, listOf, type UncheckedRecord, wordOf } from "../../record.ts";

/** Finds the targets of references: in the document, and in the files that were read with it. */
export interface References {
  /**
   * Returns the value itself or the final target of its `$ref`; undefined when that is not in the document. A schema that says more
   * beside its `$ref` is returned as an `allOf`, from OpenAPI 3.1 on. Before, members beside a `$ref` mean nothing.
   */
  follow(value: unknown): unknown;
  /** Like `follow`, but undefined when the target is not an object. */
  followToRecord(value: unknown): UncheckedRecord | undefined;
  /** Returns the `allOf` of a schema that says more beside its `$ref`; null when this is none. */
  readBeside(value: UncheckedRecord): UncheckedRecord | null;
  /** Returns the canonical JSON Pointer of a reference, and the value there. In a file, its address and a # come first. */
  find(reference: string): { pointer: string; value: unknown } | undefined;
  /** Whether a reference leads out of the document and of its files. */
  isOutside(reference: string): boolean;
}

const maximumChain = 32;

/** @param files the values of the files that were read with the document, by address (`followFiles`). Default: none. */
export function createReferences(
  root: UncheckedRecord,
  files: ReadonlyMap<string, unknown> = new Map(),
): References {
  let anchors: Map<string, { pointer: string; value: unknown }> | undefined;

  const find: References["find"] = (reference) => {
    if (reference === "#" || reference === "") {
      return { pointer: "", value: root };
    }
    if (reference.startsWith("#/")) {
      return findByPointer(root, reference.slice(2));
    }
    if (!reference.startsWith("#")) {
      return findInFile(files, reference);
    }
    anchors ??= collectAnchors(root);
    return anchors.get(reference.slice(1));
  };

  // One object each, so that a schema reached twice is recognized.
  const wholes = new WeakMap<UncheckedRecord, UncheckedRecord>();
  const hasBeside = /^3\.[1-9]/.test(wordOf(root.openapi));
  const readBeside: References["readBeside"] = (value) => {
    if (!hasBeside || typeof value.$ref !== "string" || !saysMore(value)) {
      return null;
    }
    const known = wholes.get(value);
    if (known !== undefined) {
      return known;
    }
    const { $ref, allOf, ...own } = value;
    const whole = { ...own, allOf: [{ $ref }, ...listOf(allOf)] };
    wholes.set(value, whole);
    return whole;
  };

  const follow: References["follow"] = (value) => {
    let current = value;
    for (let step = 0; step < maximumChain; step++) {
      if (!isRecord(current) || typeof current.$ref !== "string") {
        return current;
      }
      const whole = readBeside(current);
      if (whole !== null) {
        return whole;
      }
      current = find(current.$ref)?.value;
    }
    return undefined;
  };

  return {
    find,
    isOutside: (reference) => !reference.startsWith("#") && !files.has(splitAddress(reference)[0]),
    follow,
    readBeside,
    followToRecord: (value) => {
      const target = follow(value);
      return isRecord(target) ? target : undefined;
    },
  };
}

/** Members that only a schema has, and that restrict it or add to it. */
const schemaMembers = [
  "properties",
  "allOf",
  "anyOf",
  "oneOf",
  "enum",
  "const",
  "pattern",
  "format",
  "additionalProperties",
];
const bounds = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
];

const saysMore = (value: UncheckedRecord): boolean =>
  Array.isArray(value.required) || [...schemaMembers, ...bounds].some((name) => value[name] !== undefined);

function findInFile(
  files: ReadonlyMap<string, unknown>,
  reference: string,
): { pointer: string; value: unknown } | undefined {
  const [address, fragment] = splitAddress(reference);
  const value = files.get(address);
  if (value === undefined || fragment === "") {
    return value === undefined ? undefined : { pointer: `${address}#`, value };
  }
  const found = fragment.startsWith("/") ? findByPointer(value, fragment.slice(1)) : undefined;
  return found && { ...found, pointer: `${address}#${found.pointer}` };
}

/** Splits a reference at its first `#`. */
export function splitAddress(reference: string): [address: string, fragment: string] {
  const at = reference.indexOf("#");
  return at < 0 ? [reference, ""] : [reference.slice(0, at), reference.slice(at + 1)];
}

function findByPointer(root: unknown, path: string): { pointer: string; value: unknown } | undefined {
  let value: unknown = root;
  let pointer = "";
  for (const escaped of path.split("/")) {
    const segment = decode(escaped).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) {
      value = value[Number(segment)];
    } else if (isRecord(value) && Object.hasOwn(value, segment)) {
      value = value[segment];
    } else {
      return undefined;
    }
    pointer += `/${escapePointerSegment(segment)}`;
  }
  return value === undefined ? undefined : { pointer, value };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** `$anchor` and `$dynamicAnchor` of schemas (JSON Schema 2020-12 §8.2.2). */
function collectAnchors(root: UncheckedRecord): Map<string, { pointer: string; value: unknown }> {
  const anchors = new Map<string, { pointer: string; value: unknown }>();
  const waiting: { pointer: string; value: object }[] = [{ pointer: "", value: root }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const [name, value] of Object.entries(place.value)) {
      if ((name === "$anchor" || name === "$dynamicAnchor") && typeof value === "string") {
        if (!anchors.has(value)) {
          anchors.set(value, place);
        }
      } else if (typeof value === "object" && value !== null) {
        waiting.push({ pointer: `${place.pointer}/${escapePointerSegment(name)}`, value });
      }
    }
  }
  return anchors;
}

export function referenceOf(value: unknown): string {
  return isRecord(value) && typeof value.$ref === "string" ? value.$ref : "something that is no object";
}
