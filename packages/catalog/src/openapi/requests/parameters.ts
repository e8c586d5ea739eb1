import type { JsonSchema } from "../../json-schema.ts";
import { isRecord, listOf, namedEntriesOf, recordOf, textsOf, type UncheckedRecord } from "../../record.ts";
import type { ParameterBinding } from "../../tool.ts";
import { isHttpToken } from "../document/http-token.ts";
import { plainTextOf } from "../document/plain-text.ts";
import { type References, referenceOf } from "../document/references.ts";
import { fitValues } from "../schemas/fit-values.ts";
import { readExamples } from "../schemas/schema-keywords.ts";
import { formStyle } from "./body-property.ts";
import type { InputScope } from "./build-body.ts";
import { mediaEntries } from "./choose-media-type.ts";
import { tellWireName } from "./input-names.ts";
import { mediaKind } from "./media-type.ts";

/** A parameter of an operation or its path, with its reference resolved. */
export interface DeclaredParameter {
  in: ParameterBinding["in"];
  name: string;
  required: boolean;
  declaration: UncheckedRecord;
}

/** A parameter as a tool's input. */
export interface BuiltParameter {
  binding: ParameterBinding;
  schema: JsonSchema;
  required: boolean;
  /** What is sent when a call leaves the parameter out. */
  default?: string | number;
}

/** Headers that other parts of a request determine (OpenAPI 3.1 §4.8.12.2) or that belong to the connection. */
const ignoredHeaders = new Set([
  "accept",
  "authorization",
  "connection",
  "content-length",
  "content-type",
  "cookie",
  "host",
  "transfer-encoding",
]);

const stylesByPlace: { [Place in ParameterBinding["in"]]: readonly ParameterBinding["style"][] } = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
};

/**
 * Lists the parameters of an operation: its own and those of its path that it does not replace. A returned text is the reason
 * why the operation cannot be called.
 */
export function declareParameters(
  lists: unknown[],
  references: References,
  isWithheld: (parameter: DeclaredParameter) => boolean,
): DeclaredParameter[] | string {
  const declared = new Map<string, DeclaredParameter>();
  for (const item of lists.flatMap(listOf)) {
    const declaration = references.followToRecord(item);
    if (!declaration) {
      return `a parameter refers to ${referenceOf(item)}, which is not in the document`;
    }
    const spread =
      declaration.in === "querystring" ? spreadQueryString(declaration, references) : [declaration];
    if (spread === null) {
      return "it takes a whole query string as one value";
    }
    for (const parameter of spread) {
      const known = asParameter(parameter);
      if (known && !isWithheld(known)) {
        declared.set(`${known.in} ${known.name}`, known);
      }
    }
  }
  return [...declared.values()];
}

function asParameter(declaration: UncheckedRecord): DeclaredParameter | null {
  const name = typeof declaration.name === "string" ? declaration.name : "";
  const place = declaration.in;
  if (name === "" || (place !== "path" && place !== "query" && place !== "header" && place !== "cookie")) {
    return null;
  }
  if (place === "header" && (ignoredHeaders.has(name.toLowerCase()) || !isHttpToken(name))) {
    return null;
  }
  const isRequired = declaration.required === true && !isUserAgent(place, name);
  return { in: place, name, required: place === "path" || isRequired, declaration };
}

/** A request has a user agent in any case. */
const isUserAgent = (place: string, name: string): boolean =>
  place === "header" && name.toLowerCase() === "user-agent";

/**
 * Spreads an `in: querystring` of OpenAPI 3.2 that is a form: its properties become query parameters, which are written as their `encoding`
 * says.
 */
function spreadQueryString(declaration: UncheckedRecord, references: References): UncheckedRecord[] | null {
  const form = mediaEntries(declaration.content, references).find(({ kind }) => kind === "form");
  const schema = references.followToRecord(form?.media.schema);
  if (form === undefined || !schema || !isRecord(schema.properties)) {
    return null;
  }
  const required = textsOf(schema.required);
  return namedEntriesOf(schema.properties).map(([name, property]) => {
    const encoding = recordOf(recordOf(form.media.encoding)[name]);
    const { contentType, ...style } = formStyle(encoding);
    return {
      in: "query",
      name,
      required: required.includes(name),
      ...style,
      allowReserved: encoding.allowReserved,
      ...(contentType === undefined
        ? { schema: property }
        : { content: { [contentType]: { schema: property } } }),
    };
  });
}

export function buildParameter(
  parameter: DeclaredParameter,
  { references, names, store, uses, place }: InputScope,
): BuiltParameter {
  const { declaration } = parameter;
  const [entry] = mediaEntries(declaration.content, references);
  const contentType = entry?.mediaType;
  const source = entry === undefined ? declaration.schema : entry.media.schema;
  const schema = describe(store.convert(source, "input", uses, place), declaration);
  const known = parameter.in === "header" && parameter.required ? knownValueOf(schema) : undefined;
  const input = names.take(parameter.name, parameter.in);
  return {
    binding: {
      in: parameter.in,
      name: parameter.name,
      input,
      ...serialization(parameter),
      ...(contentType === undefined ? {} : { contentType: parameterContentType(contentType) }),
    },
    schema: tellWireName(schema, parameter.name, input),
    required: parameter.required && known === undefined,
    ...(known !== undefined && { default: known }),
  };
}

const sendableInHeader = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The value of a required header that the document knows, such as the version of the API: its default, or the only one permitted. A default
 * that no header can have, or that is not among the permitted values, is none: the caller gives the value.
 */
function knownValueOf({ default: stated, enum: permitted }: JsonSchema): string | number | undefined {
  const values = listOf(permitted).map(String);
  const isUsable = (value: unknown): value is string | number =>
    (typeof value === "string" || typeof value === "number") &&
    sendableInHeader.test(String(value)) &&
    (values.length === 0 || values.includes(String(value)));
  return [stated, ...(values.length === 1 ? listOf(permitted) : [])].find(isUsable);
}

function parameterContentType(contentType: string): string {
  return mediaKind(contentType) === "json" ? "application/json" : contentType;
}

function serialization({ in: place, declaration }: DeclaredParameter) {
  const styles = stylesByPlace[place];
  const style = styles.find((known) => known === declaration.style) ?? styles[0] ?? "form";
  const isExploded = style === "form" || style === "cookie";
  const explode = style === "deepObject" || (declaration.explode ?? isExploded) === true;
  return { style, explode, allowReserved: place === "query" && declaration.allowReserved === true };
}

/** The parameter's own description wins over that of its schema. */
function describe(schema: JsonSchema, declaration: UncheckedRecord): JsonSchema {
  const description = plainTextOf(declaration.description);
  const examples = schema.examples ?? readExamples(declaration.example, declaration.examples);
  return fitValues({
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(declaration.deprecated === true ? { deprecated: true } : {}),
    ...(examples === undefined ? {} : { examples }),
  });
}
