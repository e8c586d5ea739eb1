import { isObject, type JsonSchema, listTypes, readProperties, readTitle } from "./json-schema.ts";

/** Names the branches of a union in words. Every name is there once. */
export function nameBranches(branches: JsonSchema[], constants: (unknown | undefined)[]): string[] {
  const names = branches.map((branch, index) => {
    const constant = constants[index];
    return readTitle(branch) ?? (constant === undefined ? nameSchema(branch) : nameValue(constant));
  });
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((each) => each === name).length;
    const isRepeated = names.filter((each) => each === name).length > 1;
    const branch = branches[index];
    if (!isRepeated || branch === undefined) {
      return name;
    }
    const members = listMembers(branch);
    const named = members === "" || name.includes(members) ? name : `${name} with ${members}`;
    return names.some((each, other) => other !== index && each === named) || named === name
      ? `${name} ${earlier + 1}`
      : named;
  });
}

const typeNames: Record<string, string> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
  array: "list",
};

const formatNames: Record<string, string> = {
  date: "date",
  "date-time": "date and time",
  time: "time",
  email: "e-mail address",
  uri: "address",
  url: "address",
  uuid: "UUID",
};

/** Names what a schema takes, such as "list of texts". */
export function nameSchema(schema: JsonSchema): string {
  if (schema.const !== undefined) {
    return nameValue(schema.const);
  }
  if (Array.isArray(schema.enum) && schema.enum.length <= 3) {
    return schema.enum.map(nameValue).join(", ");
  }
  const [type] = listTypes(schema);
  if (type === "array") {
    const items = isObject(schema.items) ? nameSchema(schema.items) : "";
    return items === "" || items.startsWith("list") ? "list" : `list of ${pluralize(items)}`;
  }
  if (type === "object") {
    return "object";
  }
  return formatNames[String(schema.format)] ?? typeNames[type ?? ""] ?? "any value";
}

export const nameValue = (value: unknown): string =>
  value === "" ? "empty" : typeof value === "string" ? value : JSON.stringify(value);

function listMembers(schema: JsonSchema): string {
  const names = readProperties(schema).map(([name]) => name);
  return names.length > 3 ? `${names.slice(0, 2).join(", ")}, …` : names.join(", ");
}

const pluralize = (name: string): string =>
  /^(text|whole number|number|object|date|address|UUID)\b/.test(name)
    ? name.replace(/^(whole number|text|number|object|date|address|UUID)/, (word) =>
        word === "address" ? "addresses" : `${word}s`,
      )
    : name;
