import type { z } from "zod";
import type { CatalogApplication, CatalogAuthentication, CredentialField } from "../application.ts";
import { DescriptionError } from "../description-error.ts";
import { listVariables } from "../list-variables.ts";
import type { ApplicationManifest } from "../manifest/application-manifest.ts";
import { buildNoneAuthentication } from "../openapi/security/build-authentication.ts";
import { buildBaseUrlField, unknownServerUrl } from "../openapi/servers/base-url-field.ts";
import type { CatalogTool } from "../tool.ts";
import { type ApplicationDefinition, applicationFacts } from "./application-definition.ts";
import type { AuthenticationDefinition } from "./authentication-definition.ts";
import { buildAuthentication, buildField } from "./build-authentications.ts";
import { buildCodeTool, type ToolScope } from "./build-code-tool.ts";
import { checkTools } from "./check-tool-definition.ts";
import type { DefinedApplication } from "./define-application.ts";

/** Where a definition was found. */
export interface DefinitionOrigin {
  /** `builtin` for the applications of this project, `code` for those of an operator. */
  source: "builtin" | "code";
  /** The file below the folder of all applications. The server loads the code of tools from there. */
  file: string;
  /** SHA-256 of the code that was loaded. Default: the tools are not bound to it. */
  codeHash?: string;
}

/**
 * Builds an application from its definition. The same definition always gives the same slugs and keys.
 *
 * @throws DescriptionError when the definition is wrong; the message names the tool
 */
export function buildCodeApplication(
  { definition }: DefinedApplication,
  { source, file, codeHash }: DefinitionOrigin,
): CatalogApplication {
  const { tools: definedTools, ...stated } = definition;
  const facts = parseFacts(stated);
  checkTools(definedTools);
  const { slug, environments, icon } = facts;
  const methods = buildMethods(facts.authentications ?? [], definedTools);
  const asksAddress = environments.length === 0 && methods.length > 0;
  const addressFields = [
    ...Object.entries(facts.variables ?? {}).map(([name, field]) => buildField(name, field, false)),
    ...(asksAddress ? [buildBaseUrlField(null)] : []),
  ];
  const fields = [...methods.flatMap((method) => method.fields), ...addressFields];
  const fieldNames = new Set(fields.map(({ fieldName }) => fieldName));
  checkAddress(environments.map(({ serverUrl }) => serverUrl).join(" "), "environments", fieldNames);
  const scope: ToolScope = {
    slug,
    authentications: methods.filter(({ placements }) => placements.length > 0).map(({ key }) => key),
    requiresConnection: methods.length > 0 && methods.every(({ type }) => type !== "none"),
    failure: facts.failure,
    module: {
      origin: source === "builtin" ? "builtin" : "operator",
      file,
      ...(codeHash !== undefined && { codeHash }),
    },
  };
  const tools = buildTools(definedTools, scope, fieldNames);
  if (environments.length === 0 && !asksAddress) {
    checkNoRequests(tools);
  }
  const manifest = buildManifest(facts, tools);
  const withoutAddress = { name: "production", serverUrl: asksAddress ? unknownServerUrl : "" };
  return {
    slug,
    name: facts.name,
    description: facts.description,
    categories: [...(facts.categories ?? [])],
    iconUrl: typeof icon === "object" && "url" in icon ? icon.url : null,
    websiteUrl: facts.websiteUrl ?? null,
    source,
    requiresConnection: tools.some((tool) => tool.requiresConnection),
    environments: environments.length > 0 ? [...environments] : [withoutAddress],
    authentications: (methods.length > 0 ? methods : [buildNoneAuthentication([])]).map((method) => ({
      ...method,
      fields: mergeFields(method.fields, addressFields),
    })),
    tools,
    ...(Object.keys(manifest).length > 0 && { manifest }),
  };
}

function parseFacts(stated: unknown): z.output<typeof applicationFacts> {
  const parsed = applicationFacts.safeParse(stated);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new DescriptionError(`${issue?.path.join(".") || "The definition"}: ${issue?.message}`);
  }
  return parsed.data;
}

function buildMethods(
  definitions: readonly AuthenticationDefinition[],
  tools: ApplicationDefinition["tools"],
): CatalogAuthentication[] {
  const scopes = tools.flatMap((tool) => tool.definition.scopes ?? []);
  const methods = definitions.map((definition) => buildAuthentication(definition, scopes));
  checkUnique(
    methods.map(({ key }) => key),
    "method",
  );
  return methods;
}

function buildTools(
  definedTools: ApplicationDefinition["tools"],
  scope: ToolScope,
  fieldNames: ReadonlySet<string>,
): CatalogTool[] {
  const tools = definedTools.map(({ definition }) => buildNamedTool(definition, scope, fieldNames));
  checkUnique(
    tools.map(({ slug }) => slug),
    "tool",
  );
  return tools;
}

function buildNamedTool(
  definition: ApplicationDefinition["tools"][number]["definition"],
  scope: ToolScope,
  fieldNames: ReadonlySet<string>,
): CatalogTool {
  try {
    const tool = buildCodeTool(definition, scope);
    const unknown = (definition.connectionFields ?? []).find((name) => !fieldNames.has(name));
    if (unknown !== undefined) {
      throw new DescriptionError(
        `it reads the connection field ${JSON.stringify(unknown)}, which does not exist.`,
      );
    }
    checkAddress((definition.request ?? definition).serverUrl ?? "", "its serverUrl", fieldNames);
    return tool;
  } catch (error) {
    if (!(error instanceof DescriptionError)) {
      throw error;
    }
    throw new DescriptionError(`The tool ${JSON.stringify(definition.operation)} is wrong: ${error.message}`);
  }
}

/** @param address one or several */
function checkAddress(address: string, place: string, known: ReadonlySet<string>): void {
  const unknown = listVariables(address).find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new DescriptionError(
      `${place}: {${unknown}} is neither one of the variables nor a field of a method.`,
    );
  }
}

function checkNoRequests(tools: readonly CatalogTool[]): void {
  const tool = tools.find(({ binding }) => binding.kind === "http" && binding.serverUrl === null);
  if (tool !== undefined) {
    throw new DescriptionError(
      `environments: the request of the tool ${JSON.stringify(tool.operation)} needs an address.`,
    );
  }
}

function checkUnique(names: readonly string[], kind: string): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new DescriptionError(`There are two ${kind}s ${JSON.stringify(repeated)}. Give one another name.`);
  }
}

function buildManifest(
  { test, objects }: Pick<ApplicationDefinition, "test" | "objects">,
  tools: readonly CatalogTool[],
): ApplicationManifest {
  for (const { operation } of [...(test === undefined ? [] : [test]), ...(objects ?? [])]) {
    const tool = tools.find((one) => one.operation === operation);
    if (tool === undefined || !tool.annotations.readOnlyHint) {
      throw new DescriptionError(
        `test and objects must name tools that only read; ${JSON.stringify(operation)} is none.`,
      );
    }
  }
  for (const { operation } of objects ?? []) {
    if (tools.find((one) => one.operation === operation)?.resultsPath === null) {
      throw new DescriptionError(`objects: the tool ${JSON.stringify(operation)} needs resultsPath.`);
    }
  }
  return {
    ...(test !== undefined && { test }),
    ...(objects !== undefined && { objects: [...objects] }),
  };
}

function mergeFields(own: readonly CredentialField[], added: readonly CredentialField[]): CredentialField[] {
  const names = new Set(own.map(({ fieldName }) => fieldName));
  return [...own, ...added.filter(({ fieldName }) => !names.has(fieldName))];
}
