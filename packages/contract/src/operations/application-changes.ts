import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { applicationParams } from "../resources/application.ts";
import { applicationChange } from "../resources/application-change.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { id } from "../resources/primitives.ts";

const changeParams = applicationParams.extend({ changeId: id });

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
  params: applicationParams,
  query: z.object({ ...pageQuery() }),
  output: listOf("ApplicationChange", applicationChange),
  errors: ["NOT_FOUND"],
});

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
