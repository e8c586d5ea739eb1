import { z } from "zod";
import { defineOperation } from "../operation.ts";
import {
  application,
  applicationChange,
  importApplicationBody,
  importResult,
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
  description: "By slug, or by relevance with `search`.",
  extension: false,
  auth: "member",
  narrowed: "readOnly",
  budget: "search",
  ownership: "none",
  query: z.object({
    ...pageQuery(),
    search: z.string().max(500).optional().meta({ description: "Words to look for; blank is no search." }),
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
  summary: "Import an application, or import it again",
  description:
    "Every operation of the description becomes a tool. What cannot become one is in `skipped` with its reason. The same slug again updates the application in one transaction; published tool slugs stay.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  budget: "standard",
  ownership: "none",
  body: importApplicationBody,
  bodyLimit: "import",
  output: importResult,
  errors: ["CONFLICT"],
});

export const listApplicationChanges = defineOperation({
  id: "listApplicationChanges",
  method: "GET",
  path: "/v1/applications/{slug}/changes",
  tag: "Applications",
  summary: "List what an MCP server changed of its tools",
  description:
    "An import or a refresh found the server's tools otherwise than they are here. Each change waits until an Admin accepts or rejects it. By tool slug.",
  extension: true,
  auth: "admin",
  narrowed: "none",
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
  description: "The tool becomes what its server declares: it is added, replaced or removed.",
  extension: true,
  auth: "admin",
  narrowed: "none",
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
  description: "The tool stays as it is. The same change is not proposed again, another one is.",
  extension: true,
  auth: "admin",
  narrowed: "none",
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
  summary: "Change how an imported application is presented, and its address",
  description:
    "What is set here stays when the application is imported again; an import with `baseUrl` replaces the one set here.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  budget: "standard",
  ownership: "company",
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
  description: "Refused while connections to it exist, unless `force` is true: then they are deleted, too.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  budget: "standard",
  ownership: "company",
  params,
  query: z.object({
    force: z
      .boolean()
      .optional()
      .meta({ description: "Delete the connections to it as well.", default: false }),
  }),
  output: z.string(),
  errors: ["NOT_FOUND", "CONFLICT"],
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

export const setOAuthClient = defineOperation({
  ...client,
  id: "setOAuthClient",
  method: "PUT",
  summary: "Set the company's own OAuth client for an authentication method",
  description: "It goes before one that the operator set for everybody. Built-in applications take one, too.",
  body: setOAuthClientBody,
  output: oauthClient,
  errors: ["NOT_FOUND"],
});

export const deleteOAuthClient = defineOperation({
  ...client,
  id: "deleteOAuthClient",
  method: "DELETE",
  summary: "Remove the company's own OAuth client",
  description: "Connections made with it stay, but their tokens can no longer be renewed.",
  output: z.string(),
  errors: ["NOT_FOUND"],
});
