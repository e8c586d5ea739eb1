import { theAdmin, uniqueName } from "./actors.ts";
import { type Caller, succeed } from "./caller.ts";
import type { Downstream } from "./downstream.ts";
import { type DocumentOptions, describeDownstream } from "./downstream-document.ts";
import type { Application, Authentication, Connection, ExecuteResponse, ImportResult } from "./records.ts";
import { plantSecret } from "./secrets.ts";

/** An application that the suite imported. */
export interface ImportedApplication {
  slug: string;
  record: Application;
  result: ImportResult;
  /** The slug of the tool for this operationId. */
  tool(operationId: string): string;
}

export type ImportOptions = Partial<DocumentOptions> & {
  slug?: string;
  /** Members of the import's body, such as `overridableFields`. */
  body?: Record<string, unknown>;
  admin?: Caller;
};

/** Imports the downstream under a new slug, or a given one. */
export async function importDownstream(
  downstream: Pick<Downstream, "origin">,
  options: ImportOptions = {},
): Promise<ImportedApplication> {
  const { slug = uniqueName("acc"), body = {}, admin = theAdmin(), ...document } = options;
  const described = describeDownstream({ origin: downstream.origin, ...document });
  const result = await succeed<ImportResult>(
    admin.post("/v1/applications", { source: "openapi", slug, document: described, ...body }),
  );
  const record = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
  const prefix = slug.replaceAll("-", "_");
  return { slug, record, result, tool: (operationId) => `${prefix}_${operationId}` };
}

export interface ConnectOptions {
  /** Type of the authentication method; default: the application's first. */
  type?: string;
  name?: string;
  isDefault?: boolean;
  fields?: Record<string, unknown>;
}

/** A connection and its planted secrets, by field name. */
export interface MadeConnection extends Connection {
  secrets: Record<string, string>;
}

/** Creates a connection, with a planted secret in each secret field that is not given. */
export async function connect(
  caller: Caller,
  application: ImportedApplication,
  options: ConnectOptions = {},
): Promise<MadeConnection> {
  const method = findMethod(application.record, options.type);
  const secretFields = method.fields.filter(
    (field) => field.secret && !(field.fieldName in (options.fields ?? {})),
  );
  const secrets = Object.fromEntries(
    secretFields.map((field) => [field.fieldName, plantSecret(field.fieldName)]),
  );
  const others = method.fields.filter((field) => field.required && !field.secret && field.default === null);
  const connection = await succeed<Connection>(
    caller.post("/v1/connections", {
      applicationSlug: application.slug,
      authenticationId: method.authenticationId,
      fields: {
        ...Object.fromEntries(others.map((field) => [field.fieldName, `value-of-${field.fieldName}`])),
        ...secrets,
        ...options.fields,
      },
      ...(options.name !== undefined && { name: options.name }),
      ...(options.isDefault !== undefined && { isDefault: options.isDefault }),
    }),
  );
  return { ...connection, secrets };
}

/** The authentication method of this type; default: the first. */
export function findMethod(application: Application, type?: string): Authentication {
  const method = application.authentications.find((each) => type === undefined || each.type === type);
  if (!method) {
    throw new Error(`${application.slug} has no authentication method of type ${type}.`);
  }
  return method;
}

/** Executes a tool. The response must be 200, whether the tool succeeded or failed. */
export function execute(
  caller: Caller,
  tool: string,
  body: Record<string, unknown> = {},
  query: Record<string, string | number | boolean> = {},
): Promise<ExecuteResponse> {
  return succeed<ExecuteResponse>(caller.post(`/v1/tools/${tool}/execute`, body, { query }));
}
