import type { BodyBinding, BodyProperty } from "@bowline/catalog";
import { checkWellFormed } from "../check-well-formed.ts";
import { isObject } from "../is-object.ts";
import { encodeComponent } from "../percent-encode.ts";
import { inputError, RequestBuildError } from "../request-build-error.ts";
import { setOwn } from "../set-own.ts";
import { checkExplodedNames, listTakenNames } from "./check-exploded-names.ts";
import { fillTemplate } from "./fill-template.ts";
import { writeMultipart } from "./multipart.ts";
import { checkMediaType, readFile } from "./read-file.ts";
import { expandPairs, textOf } from "./serialize-parameter.ts";
import { stateUtf8, writeInCharset } from "./write-in-charset.ts";
import type { BodyPart, WrittenBody } from "./written-body.ts";

/** The most inputs that a problem names. */
const maxNamed = 10;

/** Writes the body of a request. Null: no body is sent. */
export type BodyWriter = (input: Readonly<Record<string, unknown>>) => WrittenBody | null;

export function compileBody(binding: BodyBinding): BodyWriter {
  switch (binding.kind) {
    case "json":
      return (input) => writeJson(binding, input);
    case "form":
      return (input) => writeForm(binding, input);
    case "multipart":
      return (input) => {
        const parts = collectParts(binding, input);
        return parts === null ? null : writeMultipart(parts, binding.contentType);
      };
    case "text":
      return (input) =>
        writeWhole(binding, input, (value, member) => writeText(value, member, binding.contentType));
    case "binary":
      return (input) => writeWhole(binding, input, writeFile);
  }
}

function writeJson(binding: BodyBinding, input: Readonly<Record<string, unknown>>): WrittenBody | null {
  const value = collectJson(binding, input);
  return value === undefined ? null : writeInCharset(JSON.stringify(value), binding.contentType);
}

function collectJson(binding: BodyBinding, input: Readonly<Record<string, unknown>>): unknown {
  if ("template" in binding.from) {
    return fillTemplate(binding.from.template, input);
  }
  return "member" in binding.from ? readMember(binding, input) : collectObject(binding, input);
}

/** Builds an object of the properties that are given. It keeps null, which is a value in JSON. */
function collectObject(binding: BodyBinding, input: Readonly<Record<string, unknown>>): object | undefined {
  const properties = "properties" in binding.from ? binding.from.properties : [];
  const body: Record<string, unknown> = {};
  let count = 0;
  for (const { name, input: member } of properties) {
    const value = input[member];
    if (value !== undefined) {
      count += 1;
      setOwn(body, name, value);
    }
  }
  if (count === 0 && !binding.required) {
    return undefined;
  }
  checkCount(binding, count);
  return body;
}

/** No schema of the input can say it: other members of the input are no properties of the body. */
function checkCount({ from }: BodyBinding, count: number): void {
  if (!("properties" in from)) {
    return;
  }
  const { properties, minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = from;
  if (count >= minProperties && count <= maxProperties) {
    return;
  }
  const bound = count < minProperties ? `at least ${minProperties}` : `at most ${maxProperties}`;
  const names = properties.slice(0, maxNamed).map(({ input }) => input);
  const more = properties.length > maxNamed ? " and others" : "";
  throw new RequestBuildError("fields", `Must have ${bound} of ${names.join(", ")}${more}.`);
}

function writeForm(binding: BodyBinding, input: Readonly<Record<string, unknown>>): WrittenBody | null {
  const whole = "member" in binding.from ? input[binding.from.member] : undefined;
  if ("member" in binding.from && typeof whole === "string") {
    checkWellFormed(binding.from.member, whole);
    return { contentType: stateUtf8(binding.contentType), body: whole };
  }
  const parts = collectParts(binding, input);
  if (parts === null) {
    return null;
  }
  const names = listTakenNames(
    "properties" in binding.from ? binding.from.properties : parts.map(({ property }) => property),
  );
  const pairs = parts.flatMap(({ property, value }) => {
    if (property.contentType !== undefined) {
      return `${encodeComponent(property.name)}=${encodeComponent(textOf(value))}`;
    }
    const style = property.style ?? "form";
    const written = expandPairs(property.name, value, {
      style,
      explode: property.explode ?? style === "form",
      encode: encodeComponent,
    });
    checkExplodedNames(property, value, written, names);
    return written;
  });
  return { contentType: stateUtf8(binding.contentType), body: pairs.join("&") };
}

/** Collects the parts that are given, without null ones. Null: no body. */
function collectParts(binding: BodyBinding, input: Readonly<Record<string, unknown>>): BodyPart[] | null {
  const parts =
    "properties" in binding.from ? ownParts(binding.from.properties, input) : memberParts(binding, input);
  const given = parts.filter(({ value }) => value !== undefined && value !== null);
  if (given.length === 0 && !binding.required) {
    return null;
  }
  checkCount(binding, given.length);
  for (const { property, value } of given) {
    checkWellFormed(property.input, { [property.name]: value });
  }
  return given;
}

function ownParts(properties: BodyProperty[], input: Readonly<Record<string, unknown>>): BodyPart[] {
  return properties.map((property) => ({ property, value: input[property.input] }));
}

function memberParts(binding: BodyBinding, input: Readonly<Record<string, unknown>>): BodyPart[] {
  const whole = readMember(binding, input);
  const { member, encoded = [] } = "member" in binding.from ? binding.from : { member: "" };
  if (whole === undefined || whole === null) {
    return [];
  }
  if (!isObject(whole)) {
    throw inputError(member, "must be an object: each member becomes a field of the form.");
  }
  const encodings = new Map(encoded.map((property) => [property.name, property]));
  return Object.entries(whole).map(([name, value]) => ({
    property: { ...encodings.get(name), name, input: member, file: isFile(value) },
    value,
  }));
}

/** Whether a value is a file with its base64, or a list of files. */
const isFile = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(isFile)
    : isObject(value) && typeof value.base64 === "string";

function writeText(value: unknown, member: string, contentType: string): WrittenBody {
  checkWellFormed(member, value);
  return writeInCharset(textOf(value), contentType);
}

function writeFile(value: unknown, member: string): Pick<WrittenBody, "body"> & Partial<WrittenBody> {
  const { content, contentType } = readFile(value, member);
  if (contentType === null) {
    return { body: content };
  }
  checkMediaType(contentType, member);
  return { body: content, contentType };
}

/** @param write may name another media type than the binding's */
function writeWhole(
  binding: BodyBinding,
  input: Readonly<Record<string, unknown>>,
  write: (value: unknown, member: string) => Pick<WrittenBody, "body"> & Partial<WrittenBody>,
): WrittenBody | null {
  const value = readMember(binding, input);
  const member = "member" in binding.from ? binding.from.member : "body";
  return value === undefined || value === null
    ? null
    : { contentType: binding.contentType, ...write(value, member) };
}

/** Reads the one member that is a text or binary body. A binding names it in one of two ways. */
function readMember(binding: BodyBinding, input: Readonly<Record<string, unknown>>): unknown {
  const { from } = binding;
  const first = "properties" in from ? from.properties[0]?.input : undefined;
  const member = "member" in from ? from.member : (first ?? "body");
  const value = input[member];
  if (value === undefined && binding.required) {
    throw inputError(member, "is required: it is the body of the request.");
  }
  return value;
}
