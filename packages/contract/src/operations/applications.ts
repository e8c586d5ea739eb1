import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { application, applicationParams, updateApplicationBody } from "../resources/application.ts";
import { listOf, pageQuery } from "../resources/list.ts";

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
  description:
    "With its authentication methods and the fields that each of them asks for. The list of applications returns the same record.",
  extension: true,
  auth: "member",
  narrowed: "readOnly",
  scope: "tools:read",
  budget: "standard",
  ownership: "none",
  params: applicationParams,
  output: application,
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
  params: applicationParams,
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
    "Refused while the application has connections. With `force` true, its connections are deleted too, and their tokens are revoked at the application in the background.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
  params: applicationParams,
  query: z.object({
    force: z
      .boolean()
      .optional()
      .meta({ description: "Also delete the application's connections.", default: false }),
  }),
  output: z.string(),
  errors: ["NOT_FOUND", "CONFLICT"],
});
