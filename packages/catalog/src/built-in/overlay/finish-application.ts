import type { CatalogApplication, CatalogAuthentication, CredentialField } from "../../application.ts";
import type { CatalogTool } from "../../tool.ts";
import type { OverlaidOperations } from "./apply-overlay.ts";
import type { AuthenticationMethod } from "./authentication-method.ts";
import type { BuiltInApplication } from "./built-in-application.ts";
import { listParameterFields, takeFromConnection } from "./connection-parameters.ts";
import { takeAsText } from "./take-as-text.ts";

/** Gives an imported application what only an overlay says: its own texts, the names of methods, and its featured tools. */
export function finishApplication(
  overlay: BuiltInApplication,
  imported: Pick<CatalogApplication, "environments" | "authentications" | "tools" | "manifest">,
  operations: OverlaidOperations,
): CatalogApplication {
  const { slug, name, description, categories, websiteUrl } = overlay;
  const taken = overlay.connectionParameters ?? {};
  const address = imported.environments[0]?.serverUrl ?? "";
  const tools = imported.tools.map((tool) =>
    takeFromConnection(finishTool(tool, operations, overlay), taken, address),
  );
  return {
    slug,
    name,
    description,
    categories,
    iconUrl: null,
    websiteUrl,
    source: "builtin",
    requiresConnection: tools.some((tool) => tool.requiresConnection),
    environments: imported.environments,
    authentications: imported.authentications.map((method) => finishMethod(method, overlay)),
    tools,
    ...(imported.manifest !== undefined && { manifest: imported.manifest }),
  };
}

type Headers = NonNullable<BuiltInApplication["headers"]>;

function finishTool(
  tool: CatalogTool,
  { facts, featured, readOnly }: OverlaidOperations,
  { headers = {}, texts = [] }: BuiltInApplication,
): CatalogTool {
  const reading = readOnly.has(tool.operationKey)
    ? { readOnly: true, destructive: false, idempotent: true }
    : undefined;
  const stated = facts.get(tool.operationKey)?.hints;
  const hints = (reading ?? stated) && { ...reading, ...stated };
  const shown = featured.get(tool.operationKey);
  const annotations = hints && {
    ...tool.annotations,
    ...(hints.readOnly !== undefined && { readOnlyHint: hints.readOnly }),
    ...(hints.destructive !== undefined && { destructiveHint: hints.destructive }),
    ...(hints.idempotent !== undefined && { idempotentHint: hints.idempotent }),
  };
  const fixed = { ...selectHeaders(headers, false), ...facts.get(tool.operationKey)?.headers };
  return {
    ...tool,
    inputSchema: takeAsText(tool.inputSchema, texts),
    binding: withFixedHeaders(tool.binding, fixed),
    ...(annotations && { annotations }),
    ...(shown && { name: shown.name, description: shown.description, isFeatured: true }),
  };
}

function finishMethod(method: CatalogAuthentication, overlay: BuiltInApplication): CatalogAuthentication {
  const declared = method.key.split("+").map((key) => overlay.authentications?.[key]);
  const stated = declared.filter((one) => one !== undefined);
  const texts = Object.assign({}, ...stated.map(({ fields }) => fields)) as NonNullable<
    AuthenticationMethod["fields"]
  >;
  const named =
    stated.length === 0 ? method : { ...method, name: stated.map(({ title }) => title).join(" and ") };
  const fields = method.fields.map(requirePassword).map((field) => {
    const { label = field.label, description = field.description, ...rule } = texts[field.fieldName] ?? {};
    return { ...field, label, description, ...rule };
  });
  const shared = listParameterFields(overlay.connectionParameters ?? {});
  return withHeaders(fixBasic({ ...named, fields: [...shared, ...fields] }, stated), overlay.headers ?? {});
}

/** A document cannot say that a password may be empty. An overlay can: it is fixed then. */
const requirePassword = (field: CredentialField): CredentialField =>
  field.fieldName === "password" ? { ...field, required: true, description: "" } : field;

/** Selects the headers with or without a connection's field in their value. */
const selectHeaders = (headers: Headers, withField: boolean): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value.includes("{") === withField));

function withFixedHeaders(binding: CatalogTool["binding"], headers: Headers): CatalogTool["binding"] {
  if (binding.kind !== "http" || Object.keys(headers).length === 0) {
    return binding;
  }
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...binding, headers: { ...binding.headers, ...Object.fromEntries(lowerCase) } };
}

/** Adds the headers that a connection fills. The runtime fills them like credentials. */
function withHeaders(method: CatalogAuthentication, headers: Headers): CatalogAuthentication {
  const added = Object.entries(selectHeaders(headers, true)).map(([name, value]) => ({
    in: "header" as const,
    name,
    value,
  }));
  return { ...method, placements: [...method.placements, ...added] };
}

/** Replaces the user name or the password by a fixed text. The other one is then the secret. */
function fixBasic(
  method: CatalogAuthentication,
  stated: readonly AuthenticationMethod[],
): CatalogAuthentication {
  const basic = stated.find((one) => one.type === "http" && one.scheme === "basic");
  if (basic?.type !== "http" || basic.scheme !== "basic") {
    return method;
  }
  const { fixedUsername, fixedPassword } = basic;
  const fixed = [
    ...(fixedUsername === undefined ? [] : ["username"]),
    ...(fixedPassword === undefined ? [] : ["password"]),
  ];
  if (fixed.length === 0) {
    return method;
  }
  return {
    ...method,
    fields: method.fields
      .filter(({ fieldName }) => !fixed.includes(fieldName))
      .map((field) =>
        ["username", "password"].includes(field.fieldName) ? { ...field, secret: true } : field,
      ),
    placements: method.placements.map((placement) =>
      placement.in === "basic"
        ? {
            ...placement,
            ...(fixedUsername !== undefined && { username: fixedUsername }),
            ...(fixedPassword !== undefined && { password: fixedPassword }),
          }
        : placement,
    ),
  };
}
