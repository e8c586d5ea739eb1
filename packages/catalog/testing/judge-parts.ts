import { parse as parseNested } from "qs";
import { recordOf, type UncheckedRecord } from "../src/record.ts";
import { openJudgingAjv } from "./judging-ajv.ts";

/** A body as it arrived. */
export interface ArrivedBody {
  contentType: string;
  content: Buffer;
}

/** Judges the parts of requests that prism cannot read: forms, and some parameters of the query. */
export interface PartsJudge {
  /** The document without those parts, for prism. */
  rest: UncheckedRecord;
  /** Says what of an operation's parts the document does not allow. Null: nothing. */
  judge(operation: string, query: string, body: ArrivedBody): Promise<string | null>;
  /** Whether the judge reads the operation's body. Prism is then sent none. */
  readsBody(operation: string): boolean;
}

const isForm = (type: string) => /^multipart\/form-data|^application\/x-www-form-urlencoded/.test(type);

/** @param document OpenAPI 3, or Swagger 2 */
export function openPartsJudge(document: UncheckedRecord): PartsJudge {
  const rest = structuredClone(document);
  const forms = new Map<string, UncheckedRecord>();
  const parameters = new Map<string, UncheckedRecord[]>();
  for (const [path, item] of Object.entries(recordOf(rest.paths))) {
    for (const [method, value] of Object.entries(recordOf(item))) {
      const operation = recordOf(value);
      const key = `${method.toUpperCase()} ${path}`;
      const form = takeForm(operation, document);
      if (form !== null) {
        forms.set(key, form);
      }
      parameters.set(key, takeParameters(operation, document));
    }
  }
  const ajv = openJudgingAjv({
    validateFormats: false,
    coerceTypes: "array",
    allErrors: true,
    // Whether the document's schemas are well made is not judged here. To compile the schema of schemas takes longest.
    meta: false,
    validateSchema: false,
  });
  const { paths: _paths, ...shared } = document;
  ajv.addSchema(absoluteReferences(shared) as object, "document:");
  const check = (schema: unknown, value: unknown): string | null => {
    const isValid = ajv.compile(absoluteReferences(schema) as object);
    return isValid(value) ? null : ajv.errorsText(isValid.errors);
  };

  return {
    rest,
    readsBody: (operation) => forms.has(operation),
    async judge(operation, query, body) {
      for (const parameter of parameters.get(operation) ?? []) {
        const value = readParameter(parameter, query, document);
        const problem = value === undefined ? null : check(parameter.schema ?? {}, value);
        if (problem !== null) {
          return `The query's ${String(parameter.name)}: ${problem}`;
        }
      }
      const schema = forms.get(operation);
      if (schema === undefined || body.content.length === 0) {
        return null;
      }
      const read = await readForm(body, schema, document);
      return typeof read === "string" ? read : check({ ...schema, additionalProperties: false }, read.value);
    },
  };
}

/** Takes the schema of an operation's form out of it. */
function takeForm(operation: UncheckedRecord, document: UncheckedRecord): UncheckedRecord | null {
  const content = recordOf(recordOf(follow(operation.requestBody, document)).content);
  const media = Object.entries(content).find(([type]) => isForm(type));
  if (media !== undefined && Object.keys(content).every(isForm)) {
    delete operation.requestBody;
    return recordOf(follow(recordOf(media[1]).schema, document));
  }
  const listed = Array.isArray(operation.parameters) ? operation.parameters : [];
  const fields = listed
    .map((one) => recordOf(follow(one, document)))
    .filter((one) => one.in === "formData" && one.type !== undefined);
  if (fields.length === 0) {
    return null;
  }
  operation.parameters = listed.filter((one) => recordOf(follow(one, document)).in !== "formData");
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ name, type, items, enum: values }) => [
        name,
        type === "file" ? { type: "string", format: "binary" } : { type, items, enum: values },
      ]),
    ),
    required: fields.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

/** Takes the parameters out that are objects in the query, or a list or a single value. */
function takeParameters(operation: UncheckedRecord, document: UncheckedRecord): UncheckedRecord[] {
  const listed = (Array.isArray(operation.parameters) ? operation.parameters : []).map((one) =>
    recordOf(follow(one, document)),
  );
  const isTaken = (one: UncheckedRecord): boolean =>
    one.in === "query" && (one.style === "deepObject" || isListOrSingle(one.schema, document));
  if (listed.some(isTaken)) {
    operation.parameters = listed.filter((one) => !isTaken(one));
  }
  return listed.filter(isTaken);
}

function isListOrSingle(schema: unknown, document: UncheckedRecord): boolean {
  const { anyOf, oneOf } = recordOf(follow(schema, document));
  const kinds = [anyOf ?? oneOf ?? []].flat().map((one) => recordOf(follow(one, document)).type);
  return kinds.includes("array") && kinds.some((kind) => kind !== "array");
}

function readParameter(
  { name, style, explode, schema }: UncheckedRecord,
  query: string,
  document: UncheckedRecord,
): unknown {
  if (style === "deepObject") {
    return parseNested(query, { depth: 20, arrayLimit: 1000 })[String(name)];
  }
  const values = new URLSearchParams(query).getAll(String(name));
  if (values.length === 0) {
    return undefined;
  }
  const entries = explode === false ? values.flatMap((text) => text.split(",")) : values;
  return entries.length > 1 || !isListOrSingle(schema, document) ? entries : entries[0];
}

/** Reads a form as its schema says. A text: why it cannot be read so. */
async function readForm(
  { contentType, content }: ArrivedBody,
  schema: UncheckedRecord,
  document: UncheckedRecord,
): Promise<{ value: UncheckedRecord } | string> {
  if (contentType.startsWith("application/x-www-form-urlencoded")) {
    return {
      value: parseNested(content.toString("utf8"), { depth: 20, arrayLimit: 1000, allowDots: false }),
    };
  }
  if (!contentType.startsWith("multipart/form-data")) {
    return `The body is ${contentType}, and a form was expected.`;
  }
  const form = await new Response(new Uint8Array(content), {
    headers: { "content-type": contentType },
  }).formData();
  const properties = recordOf(schema.properties);
  const value: UncheckedRecord = {};
  for (const name of new Set(form.keys())) {
    const property = unwrap(properties[name], document);
    const isList = property.type === "array";
    const item = isList ? unwrap(property.items, document) : property;
    const values: unknown[] = [];
    for (const part of form.getAll(name)) {
      if ((typeof part !== "string") !== isFile(item)) {
        return `The part ${name} is ${typeof part === "string" ? "no file" : "a file"}.`;
      }
      const text = typeof part === "string" ? part : await part.text();
      values.push(item.type === "object" ? JSON.parse(text) : text);
    }
    if (!isList && values.length > 1) {
      return `The part ${name} was sent ${values.length} times.`;
    }
    value[name] = isList ? values : values[0];
  }
  return { value };
}

const isFile = ({ format, contentMediaType }: UncheckedRecord): boolean =>
  format === "binary" || contentMediaType === "application/octet-stream";

/** Follows a reference, and takes the alternative that is not null. */
function unwrap(schema: unknown, document: UncheckedRecord): UncheckedRecord {
  const found = recordOf(follow(schema, document));
  const choices = [found.anyOf ?? found.oneOf ?? []].flat().map((one) => recordOf(follow(one, document)));
  return choices.find(({ type }) => type !== "null") ?? found;
}

/** The documents' own references begin at their root. */
function absoluteReferences(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(absoluteReferences);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) =>
      member === "$ref" && typeof inner === "string" && inner.startsWith("#")
        ? [member, `document:${inner}`]
        : [member, absoluteReferences(inner)],
    ),
  );
}

function follow(value: unknown, document: UncheckedRecord): unknown {
  const { $ref: reference } = recordOf(value);
  if (typeof reference !== "string" || !reference.startsWith("#/")) {
    return value;
  }
  const parts = reference
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return parts.reduce<unknown>((found, part) => recordOf(found)[part], document);
}
