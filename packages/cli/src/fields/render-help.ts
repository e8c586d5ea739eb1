import type { Tool } from "@bowline/sdk";
import { cleanText } from "../output/clean-text.ts";
import { describeTool } from "./describe-tool.ts";
import { type Field, listFields, writePairFlag } from "./read-schema.ts";

/**
 * Renders what `execute SLUG --help` prints: the tool and its input as flags.
 *
 * @param options names of the command's own options, which no flag can have
 */
export function renderToolHelp(tool: Tool, options: ReadonlySet<string>): string {
  const fields = listFields(tool.inputSchema ?? {});
  const names = fields.map((field) =>
    options.has(field.name) ? writePair(field) : `  --${cleanText(field.name)} ${writeType(field)}`,
  );
  const width = Math.min(36, Math.max(0, ...names.map((name) => name.length)));
  const lines = fields.map((field, index) =>
    cleanText(`${(names[index] ?? "").padEnd(width)}  ${describe(field)}`).trimEnd(),
  );
  const description = cleanText(describeTool(tool));
  return [
    `Usage: bowline execute ${cleanText(tool.slug)} [input] [options]`,
    "",
    ...(description === "" ? [] : [description, ""]),
    ...(lines.length === 0 ? ["The tool has no input."] : ["Input:", ...lines]),
    "",
    "Nested members are written with dots, lists by repeating the flag, and a file's text as @file.",
    "For a name that is also an option, use -f name=text or -F name=json.",
    "`bowline help execute` lists the options.",
  ].join("\n");
}

const writePair = (field: Field): string =>
  `  ${writePairFlag(field)} ${cleanText(field.name)}=${writeType(field) || "<true|false>"}`;

function writeType({ types, enum: values, schema }: Field): string {
  if (values !== null && values.length <= 6) {
    return `<${values.map(String).map(cleanText).join("|")}>`;
  }
  if (types.length === 1 && types[0] === "boolean") {
    return "";
  }
  const entry = types.length === 1 && types[0] === "array" ? ` of ${writeEntry(schema.items)}` : "";
  return `<${types.length === 0 ? "any" : types.join("|")}${entry}>`;
}

function writeEntry(items: unknown): string {
  const type = typeof items === "object" && items !== null && "type" in items ? items.type : undefined;
  return typeof type === "string" ? type : "any";
}

function describe({ description, isRequired, schema }: Field): string {
  const standard = schema.default === undefined ? "" : ` Default: ${JSON.stringify(schema.default)}.`;
  return cleanText(`${isRequired ? "(required) " : ""}${description}${standard}`);
}
