import type { GraphqlSelection, GraphqlType } from "@bowline/catalog";
import { inputError } from "../request-build-error.ts";

const maxDepth = 10;
const maxShownFields = 30;

/** Chosen fields by name, with the fields that are chosen of each. */
type Chosen = Map<string, Chosen>;

/**
 * Writes the fields that a caller chose, such as `{ id author { login } }`.
 *
 * @param names such as `id` and `author.login`; a type of a union or an interface may stand before its fields, as in `owner.User.name`
 * @throws RequestBuildError when the type has no such field
 */
export function writeSelection(selection: GraphqlSelection, names: readonly string[]): string {
  return writeFields(selection, selection.type, groupNames(selection, names));
}

function groupNames({ input }: GraphqlSelection, names: readonly string[]): Chosen {
  const chosen: Chosen = new Map();
  for (const name of names) {
    const parts = name.split(".");
    if (parts.length > maxDepth) {
      throw inputError(input, `names a field more than ${maxDepth} levels deep: ${JSON.stringify(name)}.`);
    }
    let level = chosen;
    for (const part of parts) {
      const next: Chosen = level.get(part) ?? new Map();
      level.set(part, next);
      level = next;
    }
  }
  return chosen;
}

function writeFields(selection: GraphqlSelection, typeName: string, chosen: Chosen): string {
  const type = findType(selection, typeName);
  const texts = [...chosen].map(([name, below]) => writeField(selection, typeName, type, name, below));
  return `{ ${texts.join(" ")} }`;
}

function findType({ types }: GraphqlSelection, name: string): GraphqlType {
  return Object.hasOwn(types, name) ? (types[name] ?? { fields: {} }) : { fields: {} };
}

function writeField(
  selection: GraphqlSelection,
  typeName: string,
  type: GraphqlType,
  name: string,
  below: Chosen,
): string {
  if (name === "__typename" && below.size === 0) {
    return name;
  }
  const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  if (field === undefined) {
    if (type.members?.includes(name)) {
      return `... on ${name} ${writeObject(selection, name, below)}`;
    }
    throw inputError(selection.input, describeUnknown(typeName, type, name));
  }
  if (field.type === undefined) {
    if (below.size > 0) {
      throw inputError(selection.input, `names fields of \`${name}\` of ${typeName}, which has none.`);
    }
    return name;
  }
  return `${name}${field.arguments ?? ""} ${writeObject(selection, field.type, below)}`;
}

/** An object without chosen fields has all its fields that are not objects. */
function writeObject(selection: GraphqlSelection, typeName: string, below: Chosen): string {
  if (below.size > 0) {
    return writeFields(selection, typeName, below);
  }
  const leaves = Object.entries(findType(selection, typeName).fields).filter(
    ([, { type }]) => type === undefined,
  );
  return `{ ${leaves.length === 0 ? "__typename" : leaves.map(([name]) => name).join(" ")} }`;
}

function describeUnknown(typeName: string, { fields, members = [] }: GraphqlType, name: string): string {
  const known = [...Object.keys(fields), ...members];
  const shown = known.slice(0, maxShownFields).join(", ");
  const more = known.length > maxShownFields ? " and more" : "";
  return `names ${JSON.stringify(name)}, which cannot be chosen of ${typeName}. It has ${shown || "no fields"}${more}.`;
}
