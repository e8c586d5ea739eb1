import { compileLinearPattern, type JsonSchema, type LinearPattern } from "@bowline/catalog";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { addUniqueItems } from "./unique-items.ts";

const addFormats = formatsPlugin.default;

/**
 * Compiles a tool's input schema. Each has an ajv of its own: ajv keeps what it compiled for as long as it lives itself. Nothing
 * of a document runs as a backtracking expression (decisions D75).
 */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    unicodeRegExp: false,
    addUsedSchema: false,
    logger: false,
    // The importer writes schemas; checking them once more takes 20 times as long as compiling one.
    meta: false,
    validateSchema: false,
    // A definition that is used a thousand times would be written out a thousand times.
    inlineRefs: false,
    // Its passes over the code take longer than they save, the square of the schema at worst.
    code: { optimize: false, regExp: Object.assign(compilePattern, { code: "compilePattern" }) },
  });
  addFormats(ajv);
  ajv.addFormat("url", isUrl);
  ajv.addFormat("email", { type: "string", validate: isEmail });
  // Whether a text is a regular expression is found out by making one; it never runs.
  ajv.addFormat("regex", (text: string) => text.length <= maxRegexLength && isRegex(text));
  addUniqueItems(ajv);
  const { $id: _, $schema: __, ...unnamed } = schema;
  return ajv.compile(unnamed);
}

/** Where a pattern cannot run in linear time nothing is checked: the application checks it by itself. */
function compilePattern(pattern: string): LinearPattern {
  return compileLinearPattern(pattern) ?? { test: () => true, toString: () => pattern };
}

const maxEmailLength = 320;
const maxRegexLength = 10_000;
const email =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

const isEmail = (text: string): boolean => text.length <= maxEmailLength && email.test(text);

const isUrl = (text: string): boolean => /^(?:https?|ftp):\/\/\S/i.test(text) && URL.canParse(text);

function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
