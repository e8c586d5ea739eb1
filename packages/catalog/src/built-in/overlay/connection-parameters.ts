import { z } from "zod";
import type { CredentialField } from "../../application.ts";
import type { CatalogTool, HttpBinding } from "../../tool.ts";

/**
 * A part of the path that every call of a connection shares, such as the account in Twilio's addresses. It is a field of the
 * connection, and the tools do not take it.
 */
export const connectionParameter = z.strictObject({
  /** Name of the connection's field. */
  fieldName: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
  label: z.string().min(1).max(80),
  description: z.string().min(1).max(500),
  /** Regular expression that the whole value must match, because the value becomes a part of an address. */
  pattern: z.string().min(1),
  /** What the pattern requires, worded to follow "must be". */
  patternHint: z.string().min(1),
});

/** The connection's parameters by their name in the path. */
export type ConnectionParameters = { [name: string]: z.output<typeof connectionParameter> };

export function listParameterFields(parameters: ConnectionParameters): CredentialField[] {
  return Object.values(parameters).map((parameter) => ({
    ...parameter,
    type: "string",
    required: true,
    secret: false,
    overridable: false,
    default: null,
  }));
}

/**
 * Moves the path up to the parameter into the tool's server address, whose variables are fields of the connection.
 *
 * @param environmentUrl the application's first address
 */
export function takeFromConnection(
  tool: CatalogTool,
  parameters: ConnectionParameters,
  environmentUrl: string,
): CatalogTool {
  let taken = tool;
  for (const [name, { fieldName }] of Object.entries(parameters)) {
    if (taken.binding.kind === "http") {
      taken = takeOne(taken, taken.binding, { name, fieldName, environmentUrl });
    }
  }
  return taken;
}

function takeOne(
  tool: CatalogTool,
  binding: HttpBinding,
  { name, fieldName, environmentUrl }: { name: string; fieldName: string; environmentUrl: string },
): CatalogTool {
  const parameter = binding.parameters.find((one) => one.in === "path" && one.name === name);
  const [before, after] = splitAt(binding.path, `{${name}}`);
  if (parameter === undefined || !after.startsWith("/")) {
    return tool;
  }
  return {
    ...tool,
    requiresConnection: true,
    inputSchema: withoutInput(tool.inputSchema, parameter.input),
    binding: {
      ...binding,
      serverUrl: `${binding.serverUrl ?? environmentUrl}${before}{${fieldName}}`,
      path: after,
      parameters: binding.parameters.filter((one) => one !== parameter),
    },
  };
}

function splitAt(path: string, mark: string): [before: string, after: string] {
  const index = path.indexOf(mark);
  return index < 0 ? [path, ""] : [path.slice(0, index), path.slice(index + mark.length)];
}

function withoutInput(schema: CatalogTool["inputSchema"], input: string): CatalogTool["inputSchema"] {
  const { [input]: _taken, ...properties } = schema.properties as Record<string, unknown>;
  const required = (schema.required as string[] | undefined)?.filter((name) => name !== input);
  return { ...schema, properties, ...(required !== undefined && { required }) };
}
