import type { ParameterBinding } from "@bowline/catalog";
import { isExactNumber } from "../exact-number.ts";
import { isObject } from "../is-object.ts";

/** How a value is written. `encode` is applied to each name and value. */
export interface ParameterStyle {
  style: ParameterBinding["style"];
  explode: boolean;
  encode(text: string): string;
}

type Pair = [name: string, value: string];

/**
 * Path and header values: RFC 6570 simple, label and matrix expansion (OpenAPI 3.1 §4.8.12.4). An empty array or object is no value
 * (RFC 6570 §2.3) and becomes an empty text in every style. An empty string is a value: `.` as a label, `;name` as a matrix.
 */
export function expandValue(name: string, value: unknown, how: ParameterStyle): string {
  if (isEmpty(value)) {
    return "";
  }
  switch (how.style) {
    case "label":
      return `.${writeList(value, how, how.explode ? "." : ",")}`;
    case "matrix":
      return expandMatrix(name, value, how);
    default:
      return writeList(value, how, ",");
  }
}

/** Query and cookie values as `name=value` pairs, encoded; none for an empty array or object. */
export function expandPairs(name: string, value: unknown, how: ParameterStyle): string[] {
  const key = how.encode(name);
  if (how.style === "deepObject" && isContainer(value)) {
    return expandDeep(name, value).map(([path, text]) => `${how.encode(path)}=${how.encode(text)}`);
  }
  if (Array.isArray(value)) {
    const items = listItems(value).map(how.encode);
    if (how.explode) {
      return items.map((item) => `${key}=${item}`);
    }
    return items.length === 0 ? [] : [`${key}=${items.join(delimiterOf(how.style))}`];
  }
  if (hasMembers(value)) {
    const members = listMembers(value);
    if (how.explode) {
      return members.map(([member, text]) => `${how.encode(member)}=${how.encode(text)}`);
    }
    const flat = members.flat().map(how.encode);
    return flat.length === 0 ? [] : [`${key}=${flat.join(delimiterOf(how.style))}`];
  }
  return [`${key}=${how.encode(textOf(value))}`];
}

/** Writes a scalar as text. A value that is nested deeper than a style can write becomes JSON. */
export function textOf(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isExactNumber(value);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value)
    ? listItems(value).length === 0
    : hasMembers(value) && listMembers(value).length === 0;
}

const hasMembers = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && !isExactNumber(value);

function delimiterOf(style: ParameterBinding["style"]): string {
  return style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ",";
}

function writeList(value: unknown, how: ParameterStyle, separator: string): string {
  if (Array.isArray(value)) {
    return listItems(value).map(how.encode).join(separator);
  }
  if (hasMembers(value)) {
    const between = how.explode ? "=" : ",";
    return listMembers(value)
      .map(([member, text]) => how.encode(member) + between + how.encode(text))
      .join(separator);
  }
  return how.encode(textOf(value));
}

function expandMatrix(name: string, value: unknown, how: ParameterStyle): string {
  const key = how.encode(name);
  if (how.explode && Array.isArray(value)) {
    return listItems(value)
      .map((item) => matrixPair(key, how.encode(item)))
      .join("");
  }
  if (how.explode && hasMembers(value)) {
    return listMembers(value)
      .map(([member, text]) => matrixPair(how.encode(member), how.encode(text)))
      .join("");
  }
  return matrixPair(key, writeList(value, how, ","));
}

/** An empty text has no `=` (RFC 6570 §3.2.7). */
const matrixPair = (key: string, text: string): string => (text === "" ? `;${key}` : `;${key}=${text}`);

/**
 * Writes `name[member]=value` at any depth. The specification does not define arrays. The common parsers (qs, Rack, PHP) read
 * `[]` for scalars and `[0]` for objects.
 */
function expandDeep(path: string, value: object): Pair[] {
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [isContainer(item) ? String(index) : "", item])
    : Object.entries(value);
  return entries.flatMap(([member, nested]): Pair[] => {
    const key = `${path}[${member}]`;
    if (nested === null || nested === undefined) {
      return [];
    }
    return isContainer(nested) ? expandDeep(key, nested) : [[key, textOf(nested)]];
  });
}

function listItems(value: unknown[]): string[] {
  return value.filter((item) => item !== null && item !== undefined).map(textOf);
}

function listMembers(value: Record<string, unknown>): Pair[] {
  return Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .map(([name, member]): Pair => [name, textOf(member)]);
}
