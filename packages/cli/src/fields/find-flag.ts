import { findNearestName } from "@bowline/contract/nearest-name";
import type { JsonSchema } from "@bowline/sdk";
import { UsageError } from "../errors.ts";
import { type Field, findTypes, isOpen, listFields, resolveRef, writePairFlag } from "./read-schema.ts";

/** The member of the input that a flag sets. */
export interface FoundFlag {
  path: string[];
  /** Empty: unknown. */
  types: string[];
  /** The types of a list's entries. Empty: unknown. */
  entryTypes: string[];
  /** `--no-name` of a member that may be false. */
  isNegated: boolean;
}

/** How many inputs a message lists. */
const mostNames = 12;

/**
 * Finds the member that a flag names: exactly, in dotted form, or written with dashes.
 *
 * @param options names of the command's own options, which no flag can have
 * @throws UsageError when there is none
 */
export function findFlag(root: JsonSchema, name: string, options: ReadonlySet<string>): FoundFlag {
  const found = findMember(root, root, name, []);
  if (found !== null) {
    return found;
  }
  const negated = name.startsWith("no-") ? findMember(root, root, name.slice(3), []) : null;
  if (negated?.types.includes("boolean")) {
    return { ...negated, isNegated: true };
  }
  throw new UsageError(describeUnknown(listFields(root), name, options));
}

function describeUnknown(fields: readonly Field[], name: string, options: ReadonlySet<string>): string {
  const flags = fields.map((field) =>
    options.has(field.name) ? `${writePairFlag(field)} ${field.name}=…` : `--${field.name}`,
  );
  const nearest = findNearestName(name, [...fields.map((field) => field.name), ...options]);
  const meant = flags[fields.findIndex((field) => field.name === nearest)] ?? `--${nearest}`;
  const shown = `${flags.slice(0, mostNames).join(", ")}${flags.length > mostNames ? ", …" : ""}`;
  return [
    `The tool has no input --${name}.`,
    nearest === null ? "" : ` Did you mean ${meant}?`,
    flags.length === 0 ? " It has none at all." : ` It has ${shown}. Add --help for what they are.`,
    " `bowline help execute` lists the options.",
  ].join("");
}

function findMember(schema: JsonSchema, root: JsonSchema, name: string, path: string[]): FoundFlag | null {
  const fields = listFields(schema, root);
  const field = fields.find((one) => one.name === name) ?? findByDashes(fields, name);
  if (field !== undefined) {
    return describe(field, root, [...path, field.name]);
  }
  const dot = name.indexOf(".");
  if (dot > 0) {
    const first = name.slice(0, dot);
    const outer = fields.find((one) => one.name === first) ?? findByDashes(fields, first);
    if (outer !== undefined) {
      const rest = name.slice(dot + 1);
      const inner = findMember(outer.schema, root, rest, [...path, outer.name]);
      const isFree = isOpen(outer.schema) || listFields(outer.schema, root).length === 0;
      return inner ?? (isFree ? buildFree([...path, outer.name, ...rest.split(".")]) : null);
    }
  }
  return isOpen(schema) ? buildFree([...path, name]) : null;
}

const buildFree = (path: string[]): FoundFlag => ({ path, types: [], entryTypes: [], isNegated: false });

/** `--issue-number` for `issue_number` or `issueNumber`. */
function findByDashes(fields: Field[], name: string): Field | undefined {
  const plain = (text: string) => text.replaceAll(/[-_]/g, "").toLowerCase();
  const similar = fields.filter((field) => plain(field.name) === plain(name));
  return similar.length === 1 ? similar[0] : undefined;
}

function describe(field: Field, root: JsonSchema, path: string[]): FoundFlag {
  const { items } = field.schema;
  const entry = typeof items === "object" && items !== null ? (items as JsonSchema) : {};
  const entryTypes = findTypes(resolveRef(entry, root), root);
  return { path, types: field.types, entryTypes, isNegated: false };
}
