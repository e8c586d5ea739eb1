import { compileLinearPattern, type JsonSchema, type LinearPattern } from "@bowline/catalog";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { namesInherited } from "../../names-inherited.ts";
import { addExactKeywords } from "./exact-keywords.ts";
import { addMultipleOf } from "./multiple-of.ts";
import { narrowAlternatives } from "./narrow-alternatives.ts";
import { addUniqueItems } from "./unique-items.ts";

const addFormats = formatsPlugin.default;

/**
 * Compiles a tool's input schema. Each schema has its own ajv instance, because ajv never frees what it compiled. No pattern of
 * a document runs as a backtracking expression (decisions D75).
 *
 * @param isExact whether rounded inputs are compared by the digits they were made of (decisions D8a). Default: no
 */
export function compileSchema(schema: JsonSchema, isExact = false): ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    unicodeRegExp: false,
    addUsedSchema: false,
    logger: false,
    // Costs a call for each member.
    ownProperties: namesInherited(schema),
    // The importer writes the schemas. Checking one again takes 20 times as long as compiling it.
    meta: false,
    validateSchema: false,
    // Otherwise a definition that is used a thousand times is written out a thousand times.
    inlineRefs: false,
    // The optimizer takes longer than it saves, in the worst case quadratic in the schema's size.
    code: { optimize: false, regExp: Object.assign(compilePattern, { code: "compilePattern" }) },
  });
  addFormats(ajv);
  ajv.addFormat("url", isUrl);
  ajv.addFormat("email", { type: "string", validate: isEmail });
  // Compiles the text to find out whether it is a regular expression, and never runs it.
  ajv.addFormat("regex", (text: string) => text.length <= maxRegexLength && isRegex(text));
  if (isExact) {
    addExactKeywords(ajv);
  } else {
    addUniqueItems(ajv);
    addMultipleOf(ajv);
  }
  const { $id: _, $schema: __, ...unnamed } = schema;
  return ajv.compile(narrowAlternatives(unnamed));
}

/** A pattern that cannot run in linear time is not checked here: the application checks its own inputs. */
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
