import type { Ajv2020 } from "ajv/dist/2020.js";
import type { CatalogApplication } from "../src/application.ts";
import type { JsonSchema } from "../src/json-schema.ts";
import { inputNamePattern } from "../src/openapi/requests/input-names.ts";
import type { BodyBinding, BodyTemplate, CatalogTool } from "../src/tool.ts";
import { openJudgingAjv } from "./judging-ajv.ts";

/** Format of a tool's slug (decisions D20). */
const toolSlugPattern = /^[a-z][a-z0-9_]{0,47}$/;

/**
 * Checks the rules that hold for every imported application's tools. It is for tests and for manual trials of documents.
 * Returns a sentence for each broken rule. `everyNth` compiles only a sample of the schemas.
 */
export function verifyTools(application: CatalogApplication, everyNth = 1): string[] {
  const problems: string[] = [];
  const ajv = openJudgingAjv({ validateFormats: false });
  const slugs = new Set<string>();
  const operations = new Set<string>();
  for (const [index, tool] of application.tools.entries()) {
    const complain = (problem: string) => problems.push(`${tool.operationKey}: ${problem}`);
    if (!toolSlugPattern.test(tool.slug)) {
      complain(`the slug ${tool.slug} is malformed`);
    }
    if (slugs.has(tool.slug)) {
      complain(`the slug ${tool.slug} is not unique`);
    }
    if (operations.has(tool.operation)) {
      complain(`the operation ${tool.operation} is not unique`);
    }
    slugs.add(tool.slug);
    operations.add(tool.operation);
    if (tool.name === "" || tool.name.length > 120) {
      complain("the name is empty or too long");
    }
    if (tool.description.length > 1024) {
      complain("the description is too long");
    }
    verifyBinding(tool, application, complain);
    if (index % everyNth === 0) {
      verifySchema(ajv, tool.inputSchema, "input", complain);
      verifySchema(ajv, tool.outputSchema, "output", complain);
    }
  }
  return problems;
}

function verifyBinding(
  tool: CatalogTool,
  application: CatalogApplication,
  complain: (problem: string) => void,
): void {
  const { binding, inputSchema } = tool;
  const members = Object.keys(inputSchema.properties as object);
  for (const member of members) {
    if (!inputNamePattern.test(member)) {
      complain(`model clients refuse the member ${member}`);
    }
  }
  if (binding.kind === "graphql") {
    const inputs = [...binding.arguments.map(({ input }) => input), binding.selection?.input ?? []].flat();
    if (inputs.join() !== members.join()) {
      complain("binding and input schema have other members");
    }
    return;
  }
  if (binding.kind === "code") {
    // The code takes the input as it is.
    return;
  }
  if (binding.kind !== "http") {
    complain("the binding is not HTTP");
    return;
  }
  const wanted = new Set([...binding.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name));
  const bound = binding.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  for (const name of wanted) {
    if (!bound.includes(name ?? "")) {
      complain(`the path's {${name}} has no parameter`);
    }
  }
  for (const name of bound) {
    if (!wanted.has(name)) {
      complain(`the path has no {${name}}`);
    }
  }
  if (!binding.path.startsWith("/") || binding.path.includes("#")) {
    complain(`the path ${binding.path} is malformed`);
  }
  const from = binding.body?.from ?? { properties: [] };
  const inputs = new Set([...binding.parameters.map(({ input }) => input), ...listBodyInputs(from)]);
  if ([...inputs].toSorted().join() !== members.toSorted().join()) {
    complain("binding and input schema have other members");
  }
  const required = (inputSchema.required ?? []) as string[];
  for (const name of required) {
    if (!members.includes(name)) {
      complain(`the required member ${name} is missing`);
    }
  }
  const keys = new Set(application.authentications.map(({ key }) => key));
  for (const key of binding.authentications) {
    if (!keys.has(key)) {
      complain(`no authentication is called ${key}`);
    }
  }
}

/** Only a tool that is written by hand has a template, and may send an input twice. */
function listBodyInputs(from: BodyBinding["from"]): string[] {
  if ("template" in from) {
    return listTemplateInputs(from.template);
  }
  return "member" in from ? [from.member] : from.properties.map(({ input }) => input);
}

function listTemplateInputs(template: BodyTemplate): string[] {
  if ("input" in template) {
    return [template.input];
  }
  if ("list" in template) {
    return template.list.flatMap(listTemplateInputs);
  }
  return "members" in template ? Object.values(template.members).flatMap(listTemplateInputs) : [];
}

function verifySchema(
  ajv: Ajv2020,
  schema: JsonSchema,
  place: string,
  complain: (problem: string) => void,
): void {
  try {
    ajv.compile(schema);
  } catch (error) {
    complain(
      `the ${place} schema does not compile: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    // Ajv keeps compiled schemas, which would fill the memory.
    ajv.removeSchema(schema);
  }
}
