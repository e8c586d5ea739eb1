import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "workos",
  name: "WorkOS",
  description:
    "Manage organizations, users, SSO connections, directories, roles, audit logs and feature flags in WorkOS.",
  categories: ["identity", "developer-tools"],
  websiteUrl: "https://workos.com",
  documentationUrl: "https://workos.com/docs/reference",
  icon: "monogram",
  document: {
    package: "@workos/openapi-spec",
    version: "0.1.0",
    integrity:
      "sha512-pVw8SPFsva6UR8Z2ovE1DC4Aq1fRdPXywT8JP7yN1G8Y02+/kDb6KgFXmpKiv76XinUXDOAmU9tr/G73UI8mHw==",
    license: "MIT",
    files: ["open-api-spec.yaml"],
  },
  // The document's ids are names of classes of its server. Tools are named by method and path instead.
  operationIds: [{ pattern: "^.*$", replacement: "" }],
  servers: [{ name: "production", url: "https://api.workos.com" }],
  authentications: {
    key: {
      type: "http",
      scheme: "bearer",
      title: "API key",
      description: "In the WorkOS Dashboard under API keys. Keys of staging begin with sk_test_.",
      documentationUrl: "https://workos.com/docs/reference/api-keys",
      fields: { token: { label: "API key", pattern: "sk_.+", patternHint: "a key that begins with sk_" } },
    },
  },
  // https://workos.com/docs/reference/organization/list
  test: { operation: "GET /organizations" },
  objects: [
    { kind: "organization", operation: "GET /organizations", namePath: "/id", labelPath: "/name" },
    { kind: "directory", operation: "GET /directories", namePath: "/id", labelPath: "/name" },
  ],
  // https://workos.com/docs/reference/pagination
  paging: [
    {
      paging: {
        kind: "cursor",
        parameter: "after",
        cursorPath: "/list_metadata/after",
        sizeParameter: "limit",
        maxSize: 100,
      },
      resultsPath: "/data",
    },
  ],
  operations: {
    "GET /organizations/{id}": { context: { type: "organization", inputs: ["id"] } },
    "PUT /organizations/{id}": { context: { type: "organization", inputs: ["id"] } },
    "GET /directory_users": { context: { type: "directory", inputs: ["directory"] } },
    "GET /directory_groups": { context: { type: "directory", inputs: ["directory"] } },
    "POST /authorization/organization_memberships/{organization_membership_id}/check": {
      hints: { readOnly: true, idempotent: true },
    },
  },
  // Addresses for browsers and for the sign-in of end users.
  exclude: [
    "GET /sso/authorize",
    "GET /sso/logout",
    "GET /sso/jwks/{clientId}",
    "POST /sso/token",
    "GET /sso/profile",
    "POST /user_management/authenticate",
    "GET /user_management/authorize",
    "POST /user_management/authorize/device",
    "GET /user_management/sessions/logout",
  ],
  featured: {
    "GET /organizations": {
      name: "List organizations",
      description: "Lists organizations, by domain or by a text in the name.",
    },
    "POST /organizations": {
      name: "Create an organization",
      description: "Creates an organization with a name, domains and own metadata.",
    },
    "GET /organizations/{id}": {
      name: "Get an organization",
      description: "Returns one organization with its domains.",
    },
    "PUT /organizations/{id}": {
      name: "Update an organization",
      description: "Changes an organization's name, domains or metadata.",
    },
    "GET /user_management/users": {
      name: "List users",
      description: "Lists users, by e-mail address or organization.",
    },
    "POST /user_management/users": {
      name: "Create a user",
      description: "Creates a user with an e-mail address and, if wanted, names and a password.",
    },
    "GET /user_management/users/{id}": { name: "Get a user", description: "Returns one user by id." },
    "PUT /user_management/users/{id}": {
      name: "Update a user",
      description: "Changes names, e-mail address or metadata of a user.",
    },
    "DELETE /user_management/users/{id}": { name: "Delete a user", description: "Deletes a user for good." },
    "GET /user_management/organization_memberships": {
      name: "List memberships",
      description: "Lists memberships by organization or by user, with their roles.",
    },
    "POST /user_management/organization_memberships": {
      name: "Add a user to an organization",
      description: "Makes a user a member of an organization, with a role.",
    },
    "POST /user_management/invitations": {
      name: "Invite a user",
      description: "Sends an invitation by e-mail, to an organization if one is given.",
    },
    "GET /connections": {
      name: "List SSO connections",
      description: "Lists SSO connections by organization, domain or type, with their state.",
    },
    "GET /directories": {
      name: "List directories",
      description: "Lists the directories that are synchronized, by organization.",
    },
    "GET /directory_users": {
      name: "List directory users",
      description: "Lists the people of a directory or of one of its groups.",
    },
    "GET /directory_groups": {
      name: "List directory groups",
      description: "Lists the groups of a directory or of one of its people.",
    },
    "POST /audit_logs/events": {
      name: "Write an audit log event",
      description: "Adds an event to an organization's audit log: who did what to what, and when.",
    },
    "POST /audit_logs/exports": {
      name: "Export an audit log",
      description:
        "Starts an export of an organization's audit log between two times. It is fetched with another tool.",
    },
    "GET /events": {
      name: "List events",
      description:
        "Lists what has happened, by kinds such as `dsync.user.created`, oldest first, for 30 days.",
    },
    "POST /portal/generate_link": {
      name: "Create an Admin Portal link",
      description:
        "Makes a link with which an organization's administrator sets up SSO, directory sync or other features.",
    },
  },
});
