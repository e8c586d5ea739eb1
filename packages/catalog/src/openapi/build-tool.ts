import { type BoundInput, listBoundInputs } from "../bound-input.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { ResponseFailure } from "../manifest/response-failure.ts";
import { textsOf } from "../record.ts";
import type { HttpBinding, HttpTool } from "../tool.ts";
import { annotateOperation } from "./annotations.ts";
import type { DeclaredOperation } from "./document/list-operations.ts";
import { type References, referenceOf } from "./document/references.ts";
import { readFailureMark } from "./marks/read-failure-mark.ts";
import { addToolMarks } from "./marks/read-tool-marks.ts";
import type { Notes } from "./notes.ts";
import { type BuiltBody, buildBody } from "./requests/build-body.ts";
import { createInputNames, type InputNames, listKeptInputs } from "./requests/input-names.ts";
import { type BuiltParameter, buildParameter, declareParameters } from "./requests/parameters.ts";
import { bindPath } from "./requests/path-template.ts";
import { buildOutput } from "./responses/build-output.ts";
import { resultsPathOf } from "./responses/results-path.ts";
import { addAllDefinitions } from "./schemas/definitions.ts";
import type { SchemaStore } from "./schemas/schema-store.ts";
import type { OperationSecurity, Security } from "./security/security.ts";
import type { Servers } from "./servers/servers.ts";
import { toolDescription, toolName } from "./tool-text.ts";

/** Everything that the operations of one document share. */
export interface ImportScope {
  references: References;
  store: SchemaStore;
  security: Security;
  servers: Servers;
  notes: Notes;
  /** How the application reports a failure with a status of success; null: not at all. */
  failure: ResponseFailure | null;
}

const places = ["path", "query", "header", "cookie"];

/**
 * Builds a tool without its slug. A returned text is the reason why the operation cannot become a tool.
 *
 * @param earlier the inputs that the tool had before, which keep their meaning
 */
export function buildTool(
  declared: DeclaredOperation,
  operation: string,
  earlier: readonly BoundInput[],
  scope: ImportScope,
): Omit<HttpTool, "slug"> | string {
  const { declaration, method, pathItem } = declared;
  const { references, store, notes } = scope;
  const operationKey = `${method} ${declared.path}`;
  const security = scope.security.ofOperation(declaration, operationKey);
  if (typeof security === "string") {
    return security;
  }
  const input = buildInput(declared, operationKey, security, earlier, scope);
  if (typeof input === "string") {
    return input;
  }
  const output = buildOutput(declaration, references, store, operationKey);
  const tags = textsOf(declaration.tags);
  const ownFailure = readFailureMark(declaration, (note) => notes.addAt(note, operationKey));
  const failure = ownFailure === undefined ? scope.failure : ownFailure;
  const tool: Omit<HttpTool, "slug"> = {
    operation,
    operationKey,
    name: toolName(declaration, operation),
    description: toolDescription(declaration),
    inputSchema: addAllDefinitions(input.schema, input.uses, "input", store),
    outputSchema: output.schema,
    annotations: annotateOperation(declared),
    scopes: security.scopes,
    tags,
    contextType: null,
    resultsPath: resultsPathOf(output.source, references, { method, path: declared.path, tags }),
    requiresConnection: !security.isOptional,
    isDeprecated: declaration.deprecated === true,
    binding: {
      kind: "http",
      method,
      serverUrl: scope.servers.ownServerUrl(declaration.servers ?? pathItem.servers, operationKey),
      path: input.path,
      parameters: input.parameters.map(({ binding }) => binding),
      body: input.body?.binding ?? null,
      accept: output.accept,
      authentications: security.keys,
      ...(failure !== null && { failure }),
      ...listDefaults(input.parameters),
    },
  };
  return addToolMarks(tool, declaration, output.source, scope);
}

/** The input of a tool, and how it becomes a request. */
interface BuiltInput {
  /** Without the definitions that it needs. */
  schema: JsonSchema;
  /** Names of the definitions. */
  uses: ReadonlySet<string>;
  path: string;
  parameters: BuiltParameter[];
  body: BuiltBody | null;
}

/** A returned text is the reason why the operation cannot become a tool. */
function buildInput(
  declared: DeclaredOperation,
  operationKey: string,
  security: OperationSecurity,
  earlier: readonly BoundInput[],
  scope: ImportScope,
): BuiltInput | string {
  const input = buildNamedInput(declared, operationKey, security, createInputNames(), scope);
  if (typeof input === "string") {
    return input;
  }
  const { parameters, body } = input;
  const now = listBoundInputs({
    parameters: parameters.map(({ binding }) => binding),
    body: body?.binding ?? null,
  });
  const kept = listKeptInputs(earlier, now);
  return kept.length === 0
    ? input
    : buildNamedInput(declared, operationKey, security, createInputNames(kept), scope);
}

function buildNamedInput(
  { declaration, pathItem, path: declaredPath }: DeclaredOperation,
  operationKey: string,
  security: OperationSecurity,
  names: InputNames,
  { references, store, notes, security: schemes }: ImportScope,
): BuiltInput | string {
  const declaredParameters = declareParameters(
    [pathItem.parameters, declaration.parameters],
    references,
    (parameter) => schemes.isCredential(parameter, security),
  );
  if (typeof declaredParameters === "string") {
    return declaredParameters;
  }
  const declaredBody =
    declaration.requestBody === undefined ? {} : references.followToRecord(declaration.requestBody);
  if (!declaredBody) {
    return `its body refers to ${referenceOf(declaration.requestBody)}, which is not in the document`;
  }
  const { path, parameters } = bindPath(declaredPath, declaredParameters);
  const uses = new Set<string>();
  const scope = { references, store, names, uses, notes, place: operationKey };
  const built = places
    .flatMap((place) => parameters.filter((parameter) => parameter.in === place))
    .map((parameter) => buildParameter(parameter, scope));
  const body = buildBody(declaredBody, scope);
  return typeof body === "string"
    ? body
    : { schema: buildInputSchema(built, body), uses, path, parameters: built, body };
}

/** Values of parameters that the caller leaves out. */
function listDefaults(parameters: BuiltParameter[]): Pick<HttpBinding, "defaults"> {
  const defaults = parameters.flatMap(({ binding, default: value }) =>
    value === undefined ? [] : [[binding.input, value] as const],
  );
  return defaults.length > 0 ? { defaults: Object.fromEntries(defaults) } : {};
}

function buildInputSchema(parameters: BuiltParameter[], body: BuiltBody | null): JsonSchema {
  const members = [
    ...parameters.map(({ binding, schema, required }) => ({ input: binding.input, schema, required })),
    ...(body?.members ?? []),
  ];
  const required = members.filter((member) => member.required).map(({ input }) => input);
  return {
    type: "object",
    properties: Object.fromEntries(members.map(({ input, schema }) => [input, schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...body?.constraints,
  };
}
