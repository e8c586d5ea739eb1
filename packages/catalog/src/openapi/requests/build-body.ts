import type { JsonSchema } from "../../json-schema.ts";
import { isRecord, type UncheckedRecord } from "../../record.ts";
import type { BodyBinding, BodyProperty } from "../../tool.ts";
import { plainTextOf } from "../document/plain-text.ts";
import type { References } from "../document/references.ts";
import type { Notes } from "../notes.ts";
import { type FlatObject, flattenObject } from "../schemas/flatten-object.ts";
import { isHidden } from "../schemas/hidden-properties.ts";
import type { SchemaStore } from "../schemas/schema-store.ts";
import { addSubtypes } from "../schemas/subtypes.ts";
import { fileSchema, hasFiles, isBinary, nameFiles } from "./body-files.ts";
import { bindBodyProperty, bindEncodedProperties, isStructured } from "./body-property.ts";
import { chooseRequestMedia, type MediaEntry, mediaEntries } from "./choose-media-type.ts";
import { type InputNames, tellWireName } from "./input-names.ts";
import { concreteMediaType, essenceOf, mediaKind } from "./media-type.ts";

/** A request body as a tool's inputs. */
export interface BuiltBody {
  binding: BodyBinding;
  members: { input: string; schema: JsonSchema; required: boolean }[];
  /** Keywords of the input schema that say which inputs require others. */
  constraints: JsonSchema;
}

/** Everything that building a parameter or a body needs besides it. */
export interface InputScope {
  references: References;
  store: SchemaStore;
  names: InputNames;
  uses: Set<string>;
  notes: Notes;
  place: string;
}

/** Null when the operation takes no body. A returned text is the reason why no body can be sent. */
export function buildBody(declaration: UncheckedRecord, scope: InputScope): BuiltBody | string | null {
  const all = mediaEntries(declaration.content, scope.references);
  const entries = all
    .filter((entry) => !isList(entry, scope.references))
    .map((entry): MediaEntry => (isAnyFile(entry, scope.references) ? { ...entry, kind: "binary" } : entry));
  if (entries.length < all.length && entries.length === 0) {
    return `its body (${all.map(({ mediaType }) => mediaType).join(", ")}) is a list of parts without names, which cannot be sent`;
  }
  const chosen = chooseRequestMedia(entries, ({ media }) => hasFiles(media, scope.references));
  if (!chosen) {
    return null;
  }
  for (const other of entries) {
    if (other === chosen || other.kind === chosen.kind) {
      continue;
    }
    scope.notes.addAt(
      `Bodies can also be sent as ${other.mediaType}; ${chosen.mediaType} is used`,
      scope.place,
    );
  }
  const isSpreadable = chosen.kind === "json" || chosen.kind === "form" || chosen.kind === "multipart";
  const flat = isSpreadable ? flattenObject(chosen.media.schema, scope.references) : null;
  if (flat) {
    addSubtypes(flat, chosen.media.schema, scope.references);
    addUndescribed(flat);
  }
  return flat
    ? spreadBody(declaration, chosen, flat, scope)
    : wholeBody(
        declaration,
        chosen,
        entries.filter(({ kind }) => kind === chosen.kind),
        scope,
      );
}

/** What is required and nowhere described may be anything. */
function addUndescribed({ properties, required, requirements, isClosed }: FlatObject): void {
  if (isClosed) {
    return;
  }
  for (const name of [...required, ...requirements.flatMap(({ lists }) => lists.flat())]) {
    if (!properties.has(name)) {
      properties.set(name, {});
    }
  }
}

/** Whether a multipart body is a list of parts, which have places instead of names (OpenAPI 3.2). */
function isList({ kind, media }: MediaEntry, references: References): boolean {
  const { itemSchema, itemEncoding, prefixEncoding } = media;
  const { type, items, prefixItems } = references.followToRecord(media.schema) ?? {};
  const listed = [itemSchema, itemEncoding, prefixEncoding, items, prefixItems];
  return kind === "multipart" && (type === "array" || listed.some((keyword) => keyword !== undefined));
}

/** Whether a body of any media type is a file, which is no JSON. */
function isAnyFile({ mediaType, media }: MediaEntry, references: References): boolean {
  const schema = references.followToRecord(media.schema);
  return essenceOf(mediaType).endsWith("/*") && schema !== undefined && isBinary(schema);
}

function spreadBody(
  declaration: UncheckedRecord,
  entry: MediaEntry,
  flat: FlatObject,
  scope: InputScope,
): BuiltBody {
  const shown = [...flat.properties].filter(([, property]) => !isHidden(property, "input", scope.references));
  const members = new Map(
    shown.map(([name, property]) => {
      const input = scope.names.take(name, "body");
      const binding = bindBodyProperty(name, input, property, entry, scope.references);
      return [
        name,
        { input, schema: tellWireName(propertySchema(property, binding, scope), name, input), binding },
      ];
    }),
  );
  const inputs = (names: Iterable<string>) => [...names].flatMap((name) => members.get(name)?.input ?? []);
  const required = inputs(flat.required);
  const isRequired = declaration.required === true || (declaration.required !== false && required.length > 0);
  return {
    binding: {
      kind: entry.kind,
      contentType: concreteMediaType(entry.mediaType, entry.kind),
      required: isRequired,
      from: {
        properties: [...members.values()].map(({ binding }) => binding),
        ...sizeBounds(flat, members.size),
      },
    },
    members: [...members.values()].map(({ input, schema }) => ({
      input,
      schema,
      required: isRequired && required.includes(input),
    })),
    constraints: {
      ...dependencyKeywords(flat, inputs, isRequired ? [] : required),
      ...(isRequired ? requirementKeywords(flat, inputs) : {}),
    },
  };
}

function propertySchema(
  property: unknown,
  { file, contentType }: BodyProperty,
  scope: InputScope,
): JsonSchema {
  if (file) {
    return fileSchema(property, scope.references);
  }
  if (
    contentType !== undefined &&
    mediaKind(contentType) === "text" &&
    isStructured(property, scope.references)
  ) {
    const description = plainTextOf(scope.references.followToRecord(property)?.description);
    return { type: "string", description: description ?? `The content as ${contentType} text.` };
  }
  return scope.store.convert(property, "input", scope.uses, scope.place);
}

/** @param count how many properties can be sent: no call has more, whatever a document demands */
const sizeBounds = ({ sizes }: FlatObject, count: number): FlatObject["sizes"] => ({
  ...sizes,
  ...(sizes.minProperties !== undefined && { minProperties: Math.min(sizes.minProperties, count) }),
});

/** @param always the required properties of an optional body: when one property is given, they must be given */
function dependencyKeywords(
  { properties, dependents }: FlatObject,
  inputs: (names: Iterable<string>) => string[],
  always: readonly string[],
): JsonSchema {
  const entries = [...properties.keys()].flatMap((name) =>
    inputs([name]).map((input) => {
      const needed = new Set([...always, ...inputs(dependents.get(name) ?? [])]);
      needed.delete(input);
      return [input, [...needed]] as const;
    }),
  );
  const needing = entries.filter(([, names]) => names.length > 0);
  return needing.length === 0 ? {} : { dependentRequired: Object.fromEntries(needing) };
}

function requirementKeywords(flat: FlatObject, inputs: (names: Iterable<string>) => string[]): JsonSchema {
  const unions = flat.requirements.map(({ keyword, lists }) => ({
    [keyword]: lists.map((names) => ({ required: inputs(names) })),
  }));
  const [only] = unions;
  return unions.length > 1 ? { allOf: unions } : (only ?? {});
}

/** @param entries all with the kind of `entry` */
function wholeBody(
  declaration: UncheckedRecord,
  entry: MediaEntry,
  entries: readonly MediaEntry[],
  scope: InputScope,
): BuiltBody {
  const input = scope.names.takeBody();
  const isRequired = declaration.required === true;
  const encoded = bindEncodedProperties(entry, scope.references);
  return {
    binding: {
      kind: entry.kind,
      contentType: concreteMediaType(entry.mediaType, entry.kind),
      required: isRequired,
      from: { member: input, ...(encoded.length > 0 && { encoded }) },
    },
    members: [{ input, schema: wholeBodySchema(declaration, entry, entries, scope), required: isRequired }],
    constraints: {},
  };
}

function wholeBodySchema(
  declaration: UncheckedRecord,
  entry: MediaEntry,
  entries: readonly MediaEntry[],
  scope: InputScope,
): JsonSchema {
  const description = plainTextOf(declaration.description);
  if (entry.kind === "binary" && (entries.length > 1 || entry.mediaType.includes("*"))) {
    const types = entries.map(({ mediaType }) => mediaType).join(", ");
    const usual = concreteMediaType(entry.mediaType, "binary");
    const about = `The content may be ${types}: name its type in \`contentType\`, else it is sent as ${usual}.`;
    return fileSchema({ description: [description, about].filter(Boolean).join(" ") }, scope.references);
  }
  if (entry.kind === "binary") {
    return {
      type: "string",
      contentEncoding: "base64",
      contentMediaType: concreteMediaType(entry.mediaType, "binary"),
      description: description
        ? `${description} Given as base64.`
        : `The content as base64; it is sent as ${concreteMediaType(entry.mediaType, "binary")}.`,
    };
  }
  if (entry.kind === "text") {
    return { type: "string", description: description ?? `The content as ${entry.mediaType} text.` };
  }
  const stated = entry.kind === "multipart" ? nameFiles(entry.media, scope.references) : entry.media.schema;
  const schema = scope.store.convert(stated, "input", scope.uses, scope.place);
  const isForm = entry.kind !== "json" && !isRecord(entry.media.schema);
  return {
    ...(isForm ? { type: "object" } : schema),
    ...(description === undefined || schema.description !== undefined ? {} : { description }),
  };
}
