import type { JsonSchema } from "@bowline/catalog";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { invalid, type Problem } from "../api-error.ts";

/**
 * Checks a tool's input against its schema.
 *
 * @param subItemNames members that came as `subItems`, so that a problem is named where it stands
 * @throws ApiError `VALIDATION_ERROR` with all problems (decisions D5, D29)
 */
export type InputValidator = (input: Record<string, unknown>, subItemNames: ReadonlySet<string>) => void;

// One instance for all tools; a schema is compiled when its tool first runs (1-2 ms) and goes with the loaded tool.
const addFormats = formatsPlugin.default;
let ajv: Ajv2020 | undefined;

/** Prepares the check of one tool's input. */
export function prepareInputValidator(schema: JsonSchema): InputValidator {
  let validate: ValidateFunction | undefined;
  return (input, subItemNames) => {
    validate ??= compile(schema);
    if (!validate(input)) {
      throw invalid((validate.errors ?? []).flatMap((error) => describe(error, subItemNames)));
    }
  };
}

function compile(schema: JsonSchema): ValidateFunction {
  ajv ??= addFormats(
    new Ajv2020({
      strict: false,
      allErrors: true,
      unicodeRegExp: false,
      addUsedSchema: false,
      logger: false,
    }),
  );
  const { $id: _, ...unnamed } = schema;
  return ajv.compile(unnamed);
}

/** Problems inside the branches of a choice say nothing by themselves; the choice's own problem does. */
function describe(error: ErrorObject, subItemNames: ReadonlySet<string>): Problem[] {
  if (error.keyword === "if") {
    return [];
  }
  const path = error.instancePath.split("/").slice(1).map(decodePointer);
  if (error.keyword === "required" || error.keyword === "dependentRequired") {
    return [{ field: fieldOf([...path, error.params.missingProperty], subItemNames), issue: "Is required." }];
  }
  if (error.keyword === "additionalProperties" || error.keyword === "unevaluatedProperties") {
    const extra = error.params.additionalProperty ?? error.params.unevaluatedProperty;
    return [{ field: fieldOf([...path, extra], subItemNames), issue: "There is no such input." }];
  }
  const allowed =
    error.keyword === "enum" ? `: ${JSON.stringify(error.params.allowedValues).slice(0, 300)}` : "";
  return [
    { field: fieldOf(path, subItemNames), issue: `${capitalize(error.message ?? "Is wrong")}${allowed}.` },
  ];
}

function fieldOf(path: readonly string[], subItemNames: ReadonlySet<string>): string {
  const [first, ...rest] = path;
  if (first === undefined) {
    return "fields";
  }
  const place = subItemNames.has(first) ? "subItems" : "fields";
  return rest.reduce(
    (field, part) => (/^\d+$/.test(part) ? `${field}[${part}]` : `${field}.${part}`),
    `${place}.${first}`,
  );
}

const decodePointer = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
