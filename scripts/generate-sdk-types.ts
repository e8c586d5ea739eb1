import { buildOpenApiDocument } from "../packages/contract/src/index.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface DocumentOperation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: { "200": { content: { "application/json": { schema: Schema } } } };
}

/** Prints the API's types as TypeScript for the SDK, so that it depends on nothing. */
export function generateSdkTypes(): string {
  const document = buildOpenApiDocument("http://localhost:4400") as unknown as {
    paths: Record<string, Record<string, DocumentOperation>>;
    components: { schemas: Record<string, Schema> };
  };
  const schemas = Object.entries(document.components.schemas);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  return [
    "// Printed from the contract by `npm run generate`. Do not change it.",
    ...schemas.map(([name, schema]) => printDeclaration(name, schema)),
    "/** The input and the response of each operation, by its id. */",
    `export interface Operations {\n${operations.map(printOperation).join("\n")}\n}`,
    "",
  ].join("\n\n");
}

function printDeclaration(name: string, schema: Schema): string {
  const comment = printComment(schema.description, "");
  return isPlainObject(schema)
    ? `${comment}export interface ${name} ${printObject(schema, "")}`
    : `${comment}export type ${name} = ${printType(schema, "")};`;
}

function printOperation(operation: DocumentOperation): string {
  const parameters = operation.parameters ?? [];
  const body = operation.requestBody?.content["application/json"].schema;
  const response = operation.responses["200"].content["application/json"].schema;
  const members = [
    `params: ${printParameters(parameters.filter((parameter) => parameter.in === "path"))};`,
    `query: ${printParameters(parameters.filter((parameter) => parameter.in === "query"))};`,
    `body: ${body === undefined ? "null" : printType(body, "    ")};`,
    `response: ${printType(response, "    ")};`,
  ];
  return `${printComment(operation.summary, "  ")}  ${operation.operationId}: {\n    ${members.join("\n    ")}\n  };`;
}

function printParameters(parameters: readonly Parameter[]): string {
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, description = schema.description }) => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
  );
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return parameters.length === 0
    ? "Record<never, never>"
    : printObject({ type: "object", properties, required }, "    ");
}

const isPlainObject = (schema: Schema): boolean =>
  schema.type === "object" && schema.properties !== undefined && !isOpen(schema);

const isOpen = ({ additionalProperties }: Schema): boolean =>
  additionalProperties !== undefined && additionalProperties !== false;

function printObject({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    // The server treats a member that is undefined as left out.
    const type = printType(schema, inner) + (mark === "" ? "" : " | undefined");
    return `${printComment(schema.description, inner)}${inner}${printName(name)}${mark}: ${type};`;
  });
  return members.length === 0 ? "Record<never, never>" : `{\n${members.join("\n")}\n${indent}}`;
}

const printName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function printType(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) {
    return schema.$ref.split("/").at(-1) ?? "unknown";
  }
  if (schema.const !== undefined) {
    return JSON.stringify(schema.const);
  }
  if (schema.enum !== undefined) {
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return [...new Set(choices.map((choice) => printType(choice, indent)))].join(" | ");
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => printSingleType(type, schema, indent)).join(" | ");
}

function printSingleType(type: string | undefined, schema: Schema, indent: string): string {
  switch (type) {
    case "integer":
      return "number";
    case "array": {
      const item = printType(schema.items ?? {}, indent);
      return /[ |]/.test(item) ? `Array<${item}>` : `${item}[]`;
    }
    case "object":
      if (isPlainObject(schema)) {
        return printObject(schema, indent);
      }
      return `Record<string, ${typeof schema.additionalProperties === "object" ? printType(schema.additionalProperties, indent) : "unknown"}>`;
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    default:
      return "unknown";
  }
}

function printComment(text: string | undefined, indent: string): string {
  return text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*∕").replaceAll("\n", " ")} */\n`;
}
