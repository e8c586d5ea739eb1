import fc from "fast-check";
import { anyJson, anyText } from "./hostile-values.ts";

type Place = { holder: Record<string, unknown> | unknown[]; key: string };

/** A change that damages one place of a document. */
export interface Mutation {
  /** Index of the place, modulo the number of places. */
  at: number;
  kind: "replace" | "remove" | "rename" | "insert" | "swap" | "cycle" | "wrap";
  value: unknown;
  name: string;
}

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    at: fc.nat(1_000_000),
    kind: fc.constantFrom("replace", "remove", "rename", "insert", "swap", "cycle", "wrap"),
    value: anyJson,
    name: fc.oneof(
      anyText,
      fc.constantFrom(
        "$ref",
        "allOf",
        "oneOf",
        "properties",
        "items",
        "type",
        "parameters",
        "servers",
        "in",
        "name",
      ),
    ),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Copies a JSON document and applies these mutations in turn. */
export function mutateJson(document: unknown, list: readonly Mutation[]): unknown {
  const copy = { root: structuredClone(document) };
  for (const mutation of list) {
    mutate(copy, mutation);
  }
  return copy.root;
}

function mutate(root: { root: unknown }, { at, kind, value, name }: Mutation): void {
  const places = listPlaces(root);
  const place = places[at % places.length];
  if (!place) {
    return;
  }
  const { holder, key } = place;
  const current = Reflect.get(holder, key);
  const other = places[(at * 31 + 7) % places.length];
  switch (kind) {
    case "replace":
      put(holder, key, value);
      break;
    case "remove":
      Reflect.deleteProperty(holder, key);
      break;
    case "rename":
      Reflect.deleteProperty(holder, key);
      put(holder, name, current);
      break;
    case "insert":
      put(holder, name, value);
      break;
    case "swap":
      put(holder, key, structuredClone(other && Reflect.get(other.holder, other.key)));
      break;
    case "cycle":
      put(holder, key, {
        $ref: other ? `#/${other.key}` : "#",
        allOf: [{ $ref: "#/paths" }, { $ref: "#" }],
      });
      break;
    case "wrap":
      put(holder, key, [current, { [name]: current }]);
      break;
  }
}

/** Sets an own member, whatever its name. If a list has no such index, appends the value. */
function put(holder: object, key: string, value: unknown): void {
  if (Array.isArray(holder) && !(key in holder)) {
    holder.push(value);
    return;
  }
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function listPlaces(value: unknown, depth = 0): Place[] {
  if (typeof value !== "object" || value === null || depth > 40) {
    return [];
  }
  const holder = value as Place["holder"];
  return Object.keys(value).flatMap((key) => [
    { holder, key },
    ...listPlaces(Reflect.get(holder, key), depth + 1),
  ]);
}
