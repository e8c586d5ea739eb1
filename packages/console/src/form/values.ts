import { isObject } from "./json-schema.ts";

/** The way to a member: names, and numbers of items. */
export type Path = readonly (string | number)[];

export function getAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const part of path) {
    found =
      Array.isArray(found) || (isObject(found) && Object.hasOwn(found, part))
        ? (found as Record<string | number, unknown>)[part]
        : undefined;
  }
  return found;
}

/** Returns a copy with one member changed. `undefined` removes a member of an object. */
export function setAt(value: unknown, path: Path, next: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) {
    return next;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === Number(first) ? setAt(item, rest, next) : item));
  }
  const before = isObject(value) ? value : {};
  const changed = setAt(before[first], rest, next);
  const { [first]: _removed, ...others } = before;
  return changed === undefined ? others : { ...before, [first]: changed };
}

/** Drops members that are undefined, as JSON does. */
export function dropUndefined(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => (item === undefined ? null : dropUndefined(item)));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, member]) =>
          member === undefined ? [] : [[name, dropUndefined(member)]],
        ),
      )
    : value;
}

/** Reads a path such as `labels[0].name`. */
export function readPath(text: string): Path {
  return Array.from(text.matchAll(/\[(\d+)\]|[^.[\]]+/g), ([part, index]) =>
    index === undefined ? part : Number(index),
  );
}

/** Writes a path as the API does: `labels[0].name`. */
export const writePath = (path: Path): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number" || /^\d+$/.test(part)
        ? `${text}[${part}]`
        : text === ""
          ? part
          : `${text}.${part}`,
    "",
  );

/** The id of a field's input. The library builds it so, too. */
export const buildFieldId = (path: Path): string => ["input", ...path].join("_");
