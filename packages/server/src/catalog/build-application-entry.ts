import { type CredentialField, type Environment, moveAddresses } from "@bowline/catalog";
import type { Application } from "@bowline/contract";
import type { ApplicationRow, AuthenticationRow } from "../db/catalog/catalog-rows.ts";
import { applyBaseUrl } from "./apply-base-url.ts";
import type { ApplicationEntry, AuthenticationEntry } from "./entries.ts";
import { listEnvironments } from "./list-environments.ts";

/** Builds the cached entry of an application from its row, its authentication methods and its number of tools. */
export function buildApplicationEntry(
  row: ApplicationRow,
  methods: readonly AuthenticationRow[],
  toolCount: number,
): ApplicationEntry {
  const { environments: stated, manifest = {}, ...described } = row.definition;
  const shown = { ...described, ...row.presentation };
  const { baseUrl } = row.presentation;
  const isMoved = row.company_id === null && baseUrl !== undefined;
  const statedMethods = methods.map((method) => ({
    ...(isMoved ? moveAddresses(method.definition, stated, baseUrl) : method.definition),
    authenticationId: method.authentication_id,
  }));
  const { environments, authentications, needsNoConnection } = applyBaseUrl(stated, statedMethods, baseUrl);
  // Lists the public members one by one, so that no other member of a stored row is ever returned.
  const record: Application = {
    slug: row.slug,
    name: shown.name,
    description: shown.description,
    categories: shown.categories,
    iconUrl: row.presentation.iconUrl || described.iconUrl,
    websiteUrl: row.presentation.websiteUrl || described.websiteUrl,
    source: row.source,
    requiresConnection: shown.requiresConnection && !needsNoConnection,
    toolCount,
    authentications: authentications.map((method) => renderAuthentication(method, environments)),
  };
  return {
    applicationId: row.application_id,
    companyId: row.company_id,
    slug: row.slug,
    name: shown.name,
    environments,
    authentications,
    manifest,
    record,
    json: JSON.stringify(record),
  };
}

const renderAuthentication = (
  method: AuthenticationEntry,
  environments: readonly Environment[],
): Application["authentications"][number] => ({
  authenticationId: method.authenticationId,
  type: method.type,
  name: method.name,
  description: method.description,
  environments: listEnvironments(environments, method),
  scopes: method.scopes,
  fields: method.fields.map(renderField),
  // Differs by company: `operations/applications/render-applications.ts` sets it.
  lacksOAuthClient: false,
});

const renderField = (field: CredentialField): CredentialField => ({
  fieldName: field.fieldName,
  label: field.label,
  description: field.description,
  type: field.type,
  required: field.required,
  secret: field.secret,
  overridable: field.overridable,
  default: field.default,
  ...(field.enum !== undefined && { enum: field.enum }),
  ...(field.pattern !== undefined && { pattern: field.pattern }),
  ...(field.patternHint !== undefined && { patternHint: field.patternHint }),
});
