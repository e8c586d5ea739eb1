import { z } from "zod";
import { defineOperation } from "../operation.ts";
import {
  application,
  applicationChange,
  importApplicationBody,
  importRecord,
  importResult,
  importStarted,
  listedOAuthClient,
  oauthClient,
  setOAuthClientBody,
  updateApplicationBody,
} from "../resources/application.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { id } from "../resources/primitives.ts";

const params = z.object({ slug: z.string().meta({ description: "The application's slug." }) });

export const listApplications = defineOperation({
  id: "listApplications",
  method: "GET",
  path: "/v1/applications",
  tag: "Applications",
  summary: "List the catalog's applications",
  description: "Sorted by slug, or by relevance with `search`.",
  extension: false,
  auth: "member",
  narrowed: "readOnly",
  scope: "tools:read",
  budget: "search",
  ownership: "none",
  query: z.object({
    ...pageQuery(),
    search: z
      .string()
      .max(500)
      .optional()
      .meta({ description: "Words to look for. A blank text does not search." }),
    isEnabled: z.boolean().optional().meta({
      description: "False: lists the applications that the company has hidden, instead of the others.",
      "x-bowline-extension": true,
    }),
  }),
  output: listOf("Application", application),
  errors: [],
});

export const getApplication = defineOperation({
  id: "getApplication",
  method: "GET",
  path: "/v1/applications/{slug}",
  tag: "Applications",
  summary: "Get an application",
  extension: true,
  auth: "member",
  narrowed: "readOnly",
  scope: "tools:read",
  budget: "standard",
  ownership: "none",
  params,
  output: application,
  errors: ["NOT_FOUND"],
});

export const importApplication = defineOperation({
  id: "importApplication",
  method: "POST",
  path: "/v1/applications",
  tag: "Applications",
  summary: "Import or re-import an application",
  description:
    "Every operation of the description becomes a tool. An operation that cannot become a tool is listed in `skipped` with the reason. An import with the slug of an imported application updates it in one transaction; published tool slugs do not change.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  body: importApplicationBody,
  bodyLimit: "import",
  output: z.union([importResult, importStarted]),
  errors: ["CONFLICT"],
});

export const listImports = defineOperation({
  id: "listImports",
  method: "GET",
  path: "/v1/imports",
  tag: "Applications",
  summary: "List the caller's imports in the background",
  description: "Newest first. The last 50 are kept.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  query: z.object({ ...pageQuery() }),
  output: listOf("Import", importRecord),
  errors: [],
});

export const getImport = defineOperation({
  id: "getImport",
  method: "GET",
  path: "/v1/imports/{importId}",
  tag: "Applications",
  summary: "Get how far an import in the background is",
  description: "Only the account user who started it may. An import whose server stops has failed.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "caller",
  params: z.object({ importId: id }),
  output: importRecord,
  errors: ["NOT_FOUND"],
});

export const listApplicationChanges = defineOperation({
  id: "listApplicationChanges",
  method: "GET",
  path: "/v1/applications/{slug}/changes",
  tag: "Applications",
  summary: "List the pending changes of an MCP server's tools",
  description:
    "Changes that an import or a refresh found. Each change waits until an Admin accepts or rejects it. Sorted by tool slug.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
  params,
  query: z.object({ ...pageQuery() }),
  output: listOf("ApplicationChange", applicationChange),
  errors: ["NOT_FOUND"],
});

const changeParams = params.extend({ changeId: id });

export const acceptApplicationChange = defineOperation({
  id: "acceptApplicationChange",
  method: "POST",
  path: "/v1/applications/{slug}/changes/{changeId}/Accept",
  tag: "Applications",
  summary: "Accept a change of a tool",
  description: "Adds, replaces or removes the tool, as its server declares it.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
  params: changeParams,
  output: z.string(),
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const rejectApplicationChange = defineOperation({
  id: "rejectApplicationChange",
  method: "POST",
  path: "/v1/applications/{slug}/changes/{changeId}/Reject",
  tag: "Applications",
  summary: "Reject a change of a tool",
  description: "The tool does not change. The same change is not proposed again; a different one is.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
  params: changeParams,
  output: z.string(),
  errors: ["NOT_FOUND"],
});

export const updateApplication = defineOperation({
  id: "updateApplication",
  method: "PATCH",
  path: "/v1/applications/{slug}",
  tag: "Applications",
  summary: "Change the presentation and the address of an imported application, or hide an application",
  description:
    "Of a built-in application only `isEnabled` can be changed. A later import keeps the values set here. Only its `baseUrl`, when it has one, replaces the one set here.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  params,
  body: updateApplicationBody,
  output: application,
  errors: ["NOT_FOUND"],
});

export const deleteApplication = defineOperation({
  id: "deleteApplication",
  method: "DELETE",
  path: "/v1/applications/{slug}",
  tag: "Applications",
  summary: "Delete an imported application",
  description:
    "Refused while the application has connections. With `force` true, its connections are deleted too.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
  params,
  query: z.object({
    force: z
      .boolean()
      .optional()
      .meta({ description: "Also delete the application's connections.", default: false }),
  }),
  output: z.string(),
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const listOAuthClients = defineOperation({
  id: "listOAuthClients",
  method: "GET",
  path: "/v1/applications/OAuthClients",
  tag: "Applications",
  summary: "List the OAuth methods of the catalog with the clients of the company",
  description:
    "Sorted by application. Lists each method that people sign in with, whether or not there is a client for it. A secret is never returned.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  query: z.object(pageQuery()),
  output: listOf("ListedOAuthClient", listedOAuthClient),
  errors: [],
});

const client = {
  path: "/v1/applications/{slug}/authentications/{authenticationId}/client",
  tag: "Applications",
  extension: true,
  auth: "admin",
  narrowed: "none",
  budget: "standard",
  ownership: "none",
  params: z.object({
    slug: z.string().meta({ description: "The application's slug." }),
    authenticationId: id.meta({ description: "The OAuth method that the client is for." }),
  }),
} as const;

export const getOAuthClient = defineOperation({
  ...client,
  id: "getOAuthClient",
  method: "GET",
  scope: "admin",
  summary: "Get the company's own OAuth client for an authentication method",
  description: "Without its secret. `NOT_FOUND` when the company has none.",
  output: oauthClient,
  errors: ["NOT_FOUND"],
});

export const setOAuthClient = defineOperation({
  ...client,
  id: "setOAuthClient",
  method: "PUT",
  scope: "admin",
  summary: "Set the company's own OAuth client for an authentication method",
  description:
    "It is used instead of a client that the operator set for every company. Built-in applications can have one too.",
  body: setOAuthClientBody,
  output: oauthClient,
  errors: ["NOT_FOUND"],
});

export const deleteOAuthClient = defineOperation({
  ...client,
  id: "deleteOAuthClient",
  method: "DELETE",
  scope: "admin",
  summary: "Remove the company's own OAuth client",
  description: "Connections made with the client stay, but their tokens can no longer be refreshed.",
  output: z.string(),
  errors: ["NOT_FOUND"],
});
