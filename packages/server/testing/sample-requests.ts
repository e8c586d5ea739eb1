import type { CatalogApplication, CatalogAuthentication, CatalogTool, HttpBinding } from "@bowline/catalog";
import { schemaArbitrary } from "@bowline/catalog/testing/schema-arbitrary";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { type BuiltHttpRequest, buildHttpRequest } from "../src/runtimes/http/build-request.ts";
import { compileHttpBinding } from "../src/runtimes/http/compile-binding.ts";
import { RequestBuildError } from "../src/runtimes/request-build-error.ts";
import type { Access } from "../src/runtimes/runtime.ts";

export type HttpTool = CatalogTool<HttpBinding>;

/**
 * Makes up to `count` inputs that the tool's schema accepts, the same ones each time. Of a form they have only single
 * values: prism reads no nested objects in forms, and takes a list of one entry for a text.
 */
export function sampleToolInputs(
  { inputSchema, binding: { body } }: HttpTool,
  count: number,
  seed: number,
): Record<string, unknown>[] {
  const isPlain = (value: unknown) => typeof value !== "object" || value === null;
  const isForm = body !== null && ["form", "multipart"].includes(body.kind) && "properties" in body.from;
  const formInputs = new Set(
    isForm && "properties" in body.from ? body.from.properties.map(({ input }) => input) : [],
  );
  const prepare = (input: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(input).filter(([name, value]) => !formInputs.has(name) || isPlain(value)),
    );
  return [...sampleValid(inputSchema, { seed, numRuns: count * 10 }, prepare).take(count)];
}

/** Makes up to `count` inputs that a schema accepts, the same ones each time, each when it is asked for. */
export function sampleInputs(
  inputSchema: CatalogTool["inputSchema"],
  count: number,
  seed: number,
): IteratorObject<Record<string, unknown>> {
  return sampleValid(inputSchema, { seed, numRuns: count * 40 }, (input) => input).take(count);
}

/** Most callers need the first ones only, and the samples of a large schema take long: a few are made, then four times as many. */
function* sampleValid(
  schema: CatalogTool["inputSchema"],
  { seed, numRuns }: { seed: number; numRuns: number },
  prepare: (input: Record<string, unknown>) => Record<string, unknown>,
): Generator<Record<string, unknown>> {
  const isValid = compileSchema(schema);
  const arbitrary = schemaArbitrary(schema);
  for (let made = 0, next = 2; made < numRuns; next *= 4) {
    const samples = fc.sample(arbitrary, { seed, numRuns: Math.min(next, numRuns) });
    for (const sample of samples.slice(made)) {
      const input = prepare(sample as Record<string, unknown>);
      if (isValid(input)) {
        yield input;
      }
    }
    made = samples.length;
  }
}

const ajvOptions = { strict: false, unicodeRegExp: false, validateFormats: false, logger: false } as const;
/** To make faster code takes longer than the code runs. */
const compiledOnce = { code: { optimize: false }, inlineRefs: false } as const;
/** It only checks schemas: to compile the schema of schemas takes 20 times as long as to compile a tool's. */
const schemaChecker = new Ajv2020(ajvOptions);

/** Each schema has its own ajv instance, because ajv never frees what it compiled. */
function compileSchema(schema: object): ValidateFunction {
  void schemaChecker.validateSchema(schema, true);
  return new Ajv2020({ ...ajvOptions, ...compiledOnce, meta: false, validateSchema: false }).compile(schema);
}

/** A connection of a method, with a value for each of its fields. */
export function sampleAccess(
  application: CatalogApplication,
  method: CatalogAuthentication | undefined,
): Access {
  const variables = Object.fromEntries(
    (method?.fields ?? []).map(({ fieldName, pattern, default: usual, enum: values }) => [
      fieldName,
      usual ?? values?.[0] ?? sampleField(fieldName, pattern),
    ]),
  );
  return {
    serverUrl: application.environments[0]?.serverUrl ?? "",
    variables,
    placements: method?.placements ?? [],
    secretValues: [],
  };
}

function sampleField(name: string, pattern: string | undefined): string {
  if (name === "baseUrl") {
    return "https://example.com";
  }
  const [text = "value"] =
    pattern === undefined
      ? []
      : fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { seed: 1, numRuns: 1 });
  return text;
}

/** Builds the request of an input; null when the input cannot be written as a request, such as a path that is `.`. */
export function buildSampleRequest(
  tool: HttpTool,
  access: Access,
  input: Record<string, unknown>,
): BuiltHttpRequest | null {
  try {
    return buildHttpRequest(compileHttpBinding(tool.binding), access, input);
  } catch (error) {
    if (error instanceof RequestBuildError) {
      return null;
    }
    throw error;
  }
}
