import type {
  CatalogApplication,
  CatalogAuthentication,
  CredentialField,
  Environment,
} from "../application.ts";
import { recordOf, textOf, textsOf, type UncheckedRecord } from "../record.ts";
import { cleanTitle } from "../remove-invisible.ts";
import type { HttpTool } from "../tool.ts";
import { plainTextOf } from "./document/plain-text.ts";
import type { Notes } from "./notes.ts";
import { buildNoneAuthentication } from "./security/build-authentication.ts";
import { cutAtSentence } from "./tool-text.ts";

const maximumTitleLength = 200;
const maximumDescriptionLength = 1024;

/** Reads the document's own information about the application. */
export function describeApplication(document: UncheckedRecord): Pick<
  CatalogApplication,
  "description" | "categories" | "iconUrl" | "websiteUrl"
> & {
  title: string | undefined;
} {
  const info = recordOf(document.info);
  const website = [recordOf(document.externalDocs).url, recordOf(info.contact).url].map(webAddress);
  return {
    title: textOf(cutAtSentence(cleanTitle(textOf(info.title) ?? ""), maximumTitleLength)),
    description: cutAtSentence(
      plainTextOf(info.description) ?? plainTextOf(info.summary) ?? "",
      maximumDescriptionLength,
    ),
    categories: textsOf(info["x-apisguru-categories"]),
    iconUrl: iconAddress(recordOf(info["x-logo"]).url),
    websiteUrl: website.find((url) => url !== null) ?? null,
  };
}

/**
 * Adds the fields of server addresses to every method. When no tool needs credentials, the last method has none: a toolset needs a
 * connection anyway.
 */
export function completeAuthentications(
  authentications: CatalogAuthentication[],
  serverFields: CredentialField[],
  requiresConnection: boolean,
): CatalogAuthentication[] {
  const completed = authentications.map((authentication) => {
    const own = new Set(authentication.fields.map(({ fieldName }) => fieldName));
    const added = serverFields.filter(({ fieldName }) => !own.has(fieldName));
    const fields = authentication.oauth2
      ? authentication.fields.map((field) => withServerField(field, serverFields))
      : authentication.fields;
    return { ...authentication, fields: [...fields, ...added] };
  });
  const needsNone = completed.length === 0 || !requiresConnection;
  return needsNone ? [...completed, buildNoneAuthentication(serverFields, completed)] : completed;
}

/** A field in both the OAuth and the server address takes the server's description and keeps the OAuth pattern. */
function withServerField(field: CredentialField, serverFields: readonly CredentialField[]): CredentialField {
  const described = serverFields.find(({ fieldName }) => fieldName === field.fieldName);
  if (!described || field.secret) {
    return field;
  }
  return {
    ...described,
    required: field.required && described.required,
    ...(field.pattern !== undefined && { pattern: field.pattern }),
  };
}

/**
 * Marks the named fields overridable (decisions D24). Adds a remark for a name that no method has, and for a field that no call can
 * override: one in the host must have an enum (decisions D78).
 */
export function applyOverridable(
  authentications: CatalogAuthentication[],
  overridable: readonly string[],
  environments: readonly Environment[],
  notes: Notes,
): CatalogAuthentication[] {
  const names = new Set(authentications.flatMap(({ fields }) => fields.map(({ fieldName }) => fieldName)));
  for (const name of overridable) {
    if (!names.has(name)) {
      notes.add(`No connection field is called ${name}, so it cannot be made overridable`);
    }
  }
  const decide = (field: CredentialField): boolean => {
    const isWanted = field.overridable || overridable.includes(field.fieldName);
    if (isWanted && field.enum === undefined && isAlwaysInHost(field.fieldName, environments)) {
      notes.add(
        `The field ${field.fieldName} is in the host of the address and has no enum, so no call can override it`,
      );
      return false;
    }
    return isWanted;
  };
  return authentications.map((authentication) => ({
    ...authentication,
    fields: authentication.fields.map((field) => ({ ...field, overridable: decide(field) })),
  }));
}

/** Whether a field stands before the path in the address of every environment. */
const isAlwaysInHost = (fieldName: string, environments: readonly Environment[]): boolean =>
  environments.length > 0 &&
  environments.every(({ serverUrl }) =>
    /^(?:[a-z]+:\/\/)?[^/?#]*/i.exec(serverUrl)?.[0].includes(`{${fieldName}}`),
  );

/** Whether a tool's address has a part that only a connection provides. */
export function needsAddress(
  tool: Omit<HttpTool, "slug">,
  defaultUrl: string,
  fields: CredentialField[],
): boolean {
  const url = tool.binding.serverUrl ?? defaultUrl;
  return fields.some(({ fieldName, required }) => required && url.includes(`{${fieldName}}`));
}

function webAddress(value: unknown): string | null {
  const url = textOf(value);
  return url !== undefined && /^https?:\/\/[^\s]+$/i.test(url) ? url : null;
}

/** A page served over https shows only images served over https. */
function iconAddress(value: unknown): string | null {
  const url = webAddress(value);
  return url?.startsWith("https:") ? url : null;
}
