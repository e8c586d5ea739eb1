import { type Branch, describe, type FormSchema, mostFields, type Place } from "./form-schema.ts";
import {
  isNullOnly,
  isObject,
  type JsonSchema,
  listTypes,
  readProperties,
  readRequired,
  readSchemas,
} from "./json-schema.ts";
import { nameBranches } from "./name-branches.ts";
import { mergeSchemas, resolveSchema } from "./resolve-schema.ts";

interface FoundBranch {
  schema: JsonSchema;
  references: readonly string[];
}

/** What makes a branch differ from its siblings to a person. Other keywords only check the value. */
const shapeKeywords = ["type", "properties", "items", "enum", "const", "additionalProperties", "prefixItems"];

/**
 * Lists the branches of a union, each with what all of them share.
 *
 * @returns null when the schema is no union to a person, or the form has very many branches already
 */
export function listBranches(schema: JsonSchema, place: Place): FoundBranch[] | null {
  if (place.built.count > mostFields) {
    return null;
  }
  const { anyOf, oneOf, ...shared } = schema;
  const listed = readSchemas(anyOf ?? oneOf).filter((branch) => !isNullOnly(branch));
  if (listed.length === 0) {
    if (schema.enum !== undefined || schema.const !== undefined) {
      return null;
    }
    const types = listTypes(schema);
    if (types.join() === "string,integer") {
      return null; // An id: its text is always accepted.
    }
    const parts = types.map((type) => ({ schema: { ...schema, type }, references: place.references }));
    return types.length > 1 ? parts : null;
  }
  const branches: FoundBranch[] = [];
  for (const branch of listed) {
    place.built.count += 1;
    const resolved = typeof branch === "boolean" ? null : resolveSchema(branch, place.root, place.references);
    const found = resolved ?? { schema: isObject(branch) ? describeOnly(branch) : {}, references: [] };
    const inner = resolved && listBranches(resolved.schema, { ...place, references: resolved.references });
    branches.push(...(inner ?? [found]));
  }
  const hasShape = branches.some((branch) =>
    shapeKeywords.some((keyword) => branch.schema[keyword] !== undefined),
  );
  const { description: _description, title: _title, default: _default, ...rules } = shared;
  if (!hasShape) {
    return listTypes(rules).length > 0 ? null : branches;
  }
  return branches.map(({ schema: branch, references }) => ({
    schema: mergeSchemas(rules, branch) ?? branch,
    references,
  }));
}

const describeOnly = ({ title, description }: JsonSchema): JsonSchema => ({ title, description });

/** Builds the form of a union. @param buildForm builds the form of a branch */
export function buildUnion(
  schema: JsonSchema,
  found: FoundBranch[],
  place: Place,
  buildForm: (schema: JsonSchema, place: Place) => FormSchema,
): FormSchema {
  const sources = found.map((branch) => branch.schema);
  const joined = joinSimpleBranches(sources);
  if (joined !== null) {
    const { anyOf: _any, oneOf: _one, ...own } = schema;
    return buildForm({ ...own, ...joined }, place);
  }
  const discriminator = findDiscriminator(sources);
  const constants = sources.map((source) => discriminator && readConstant(source, discriminator));
  const labels = nameBranches(sources, constants);
  const branches = found.map(({ schema: source, references }, index): Branch => {
    const { title: _title, description, ...shape } = source;
    // A branch in words of its own keeps its description.
    const told = description === schema.description ? {} : { description };
    const form = buildForm({ ...shape, ...told }, { ...place, references });
    const constant = constants[index];
    return {
      label: labels[index] ?? "",
      form: discriminator === undefined ? form : hide(form, discriminator),
      source,
      constants: discriminator === undefined ? {} : { [discriminator]: constant },
    };
  });
  return {
    schema: { $comment: "union", ...describe(schema) },
    uiSchema: { "ui:field": "union", "ui:options": { branches } },
  };
}

/** Joins branches that are one field to a person: constants are one choice, and texts of several formats one text. */
function joinSimpleBranches(sources: JsonSchema[]): JsonSchema | null {
  const listed = sources.map((source) => (source.const === undefined ? source.enum : [source.const]));
  if (listed.every((values) => Array.isArray(values))) {
    const values = listed.flat();
    const labels = sources.flatMap((source, index) =>
      (listed[index] ?? []).map((value: unknown) =>
        source.const !== undefined && typeof source.title === "string" ? source.title : value,
      ),
    );
    return { type: undefined, const: undefined, enum: values, "x-labels": labels };
  }
  const isText = (source: JsonSchema) => listTypes(source).join() === "string" && source.const === undefined;
  const isNumber = (source: JsonSchema) =>
    ["integer", "number"].includes(listTypes(source).join()) && source.const === undefined;
  if (sources.every((source) => isText(source)) && !sources.every((source) => source.title !== undefined)) {
    return { type: "string", enum: undefined, format: undefined, maxLength: undefined };
  }
  return sources.every((source) => isNumber(source) && source.enum === undefined)
    ? { type: sources.every((source) => source.type === "integer") ? "integer" : "number" }
    : null;
}

/** Finds the member that has another constant in each branch. */
function findDiscriminator(sources: JsonSchema[]): string | undefined {
  const [first] = sources;
  return first === undefined || sources.length < 2
    ? undefined
    : readProperties(first)
        .map(([name]) => name)
        .find((name) => {
          const constants = sources.map((source) => readConstant(source, name));
          return !constants.includes(undefined) && new Set(constants).size === sources.length;
        });
}

function readConstant(source: JsonSchema, name: string): unknown {
  const property = readProperties(source).find(([each]) => each === name)?.[1];
  if (!isObject(property)) {
    return undefined;
  }
  const { const: only, enum: values } = property;
  const constant = only ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
  return typeof constant === "object" ? undefined : constant;
}

function hide(form: FormSchema, name: string): FormSchema {
  const { [name]: _hidden, ...properties } = form.schema.properties ?? {};
  const { [name]: _ui, ...uiSchema } = form.uiSchema;
  const required = readRequired(form.schema as JsonSchema).filter((each) => each !== name);
  return { schema: { ...form.schema, properties, required }, uiSchema };
}
