import type { RJSFSchema } from "@rjsf/utils";
import { chooseTextField } from "./choose-text-field.ts";
import { readFileShape } from "./files.ts";
import { describe, type FormSchema, mostFields, type Place } from "./form-schema.ts";
import {
  isObject,
  isSchema,
  type JsonSchema,
  listTypes,
  readNumber,
  readProperties,
  readRequired,
  readText,
} from "./json-schema.ts";
import { nameValue } from "./name-branches.ts";
import { resolveSchema } from "./resolve-schema.ts";
import { buildUnion, listBranches } from "./to-union.ts";

/** Objects and lists below this depth are shown as JSON. */
const maxDepth = 4;

/**
 * Builds the form of a tool's input schema: nulls are dropped, references and unions of one branch inlined, `allOf` merged, branches
 * named in words. What no simple field can show (`{}`, recursion, tuples, great depth, very many fields) becomes a JSON field.
 */
export function toFormSchema(schema: JsonSchema): FormSchema {
  const form = buildForm(schema, { root: schema, references: [], depth: 0, name: "", built: { count: 0 } });
  // The page shows the tool's name and description.
  const { title: _title, description: _description, ...shown } = form.schema;
  return { ...form, schema: shown };
}

function buildForm(raw: JsonSchema | boolean, place: Place): FormSchema {
  if (typeof raw === "boolean") {
    return buildJsonField({});
  }
  place.built.count += 1;
  if (place.built.count > mostFields) {
    return buildJsonField(raw);
  }
  const resolved = resolveSchema(raw, place.root, place.references);
  if (resolved === null) {
    return buildJsonField(raw);
  }
  const { schema, references } = resolved;
  const here = { ...place, references };
  const shape = readFileShape(schema);
  if (shape !== null) {
    return buildField("file", describe(schema), { shape });
  }
  const branches = listBranches(schema, here);
  if (branches !== null) {
    return place.depth > maxDepth ? buildJsonField(schema) : buildUnion(schema, branches, here, buildForm);
  }
  if (Array.isArray(schema.enum) || schema.const !== undefined) {
    return buildChoice(schema);
  }
  const [type] = listTypes(schema);
  switch (type) {
    case "string":
      return buildField("text", { ...describe(schema), type: "string" }, chooseTextField(schema, place.name));
    case "integer":
    case "number":
      return buildField("number", { ...describe(schema), type }, { placeholder: showDefault(schema) });
    case "boolean":
      return buildField("truth", { ...describe(schema), type }, { placeholder: showDefault(schema) });
    case "array":
      return place.depth >= maxDepth ? buildJsonField(schema) : buildList(schema, here);
    case "object":
      return place.depth >= maxDepth ? buildJsonField(schema) : buildObject(schema, here);
    default:
      return buildJsonField(schema);
  }
}

const buildField = (field: string, schema: RJSFSchema, options: object = {}): FormSchema => ({
  // The library shows nothing for a schema without a keyword.
  schema: { $comment: field, ...schema },
  uiSchema: { "ui:field": field, "ui:options": { ...options } },
});

/** The data may be anything. Without a type, the library leaves it alone. */
const buildJsonField = (schema: JsonSchema): FormSchema =>
  buildField("json", describe(schema), { type: listTypes(schema)[0] });

function buildChoice(schema: JsonSchema): FormSchema {
  const listed = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  const values = [...new Set(listed)].filter((value) => value !== null);
  if (values.length === 0 || values.some((value) => typeof value === "object")) {
    return buildJsonField(schema);
  }
  const labels = Array.isArray(schema["x-labels"]) ? schema["x-labels"] : values;
  const choices = values.map((value, index) => ({ value, label: nameValue(labels[index] ?? value) }));
  return buildField("choice", describe(schema), { choices, placeholder: showDefault(schema) });
}

function buildList(schema: JsonSchema, place: Place): FormSchema {
  if (schema.prefixItems !== undefined || !isSchema(schema.items) || schema.items === true) {
    return buildJsonField(schema);
  }
  const items = buildForm(schema.items, { ...place, depth: place.depth + 1 });
  const field = items.uiSchema["ui:field"];
  const described = { ...describe(schema), type: "array" as const };
  if (field === "json") {
    return buildJsonField(schema);
  }
  const options = items.uiSchema["ui:options"] ?? {};
  if (field === "file") {
    return buildField("files", described, options);
  }
  if (field === "choice" && areTexts(options.choices)) {
    return buildField("texts", described, { choices: options.choices });
  }
  if (field === "text" && options.isLong !== true && options.isSecret !== true) {
    return buildField("texts", described);
  }
  const { maxItems, minItems } = schema;
  return {
    schema: {
      ...described,
      items: items.schema,
      ...(typeof maxItems === "number" && { maxItems }),
      ...(typeof minItems === "number" && { minItems }),
    },
    uiSchema: { items: items.uiSchema },
  };
}

const areTexts = (choices: unknown): boolean =>
  Array.isArray(choices) && choices.every((choice) => isObject(choice) && typeof choice.value === "string");

function buildObject(schema: JsonSchema, place: Place): FormSchema {
  const properties = readProperties(schema).filter(([, property]) => property !== false);
  const { additionalProperties: values } = schema;
  const deeper = { ...place, depth: place.depth + 1 };
  if (properties.length === 0) {
    if (place.depth === 0) {
      return { schema: { ...describe(schema), type: "object", properties: {} }, uiSchema: {} };
    }
    const mayBeEmpty = readRequired(schema).length === 0 && (readNumber(schema.minProperties) ?? 0) === 0;
    return isObject(values) && Object.keys(values).length > 0
      ? buildField("map", describe(schema), { values: buildForm(values, deeper), mayBeEmpty })
      : buildField("json", describe(schema), { type: "object", mayBeEmpty });
  }
  const forms = properties.map(
    ([name, property]) => [name, buildForm(property, { ...deeper, name })] as const,
  );
  const required = readRequired(schema);
  return {
    schema: {
      ...describe(schema),
      type: "object",
      properties: Object.fromEntries(forms.map(([name, form]) => [name, form.schema])),
      ...(required.length > 0 && { required }),
    },
    uiSchema: Object.fromEntries(forms.map(([name, form]) => [name, form.uiSchema])),
  };
}

function showDefault({ default: value, examples }: JsonSchema): string | undefined {
  if (value !== undefined && value !== null && typeof value !== "object") {
    return `Default: ${value}`;
  }
  const example = Array.isArray(examples) ? examples[0] : undefined;
  return readText(example) ?? readNumber(example)?.toString();
}
