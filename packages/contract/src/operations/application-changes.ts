import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { applicationParams } from "../resources/application.ts";
import { applicationChange } from "../resources/application-change.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { id } from "../resources/primitives.ts";

const shared = {
  tag: "Applications",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
} as const;

const one = {
  ...shared,
  method: "POST",
  params: applicationParams.extend({ changeId: id }),
  output: z.string(),
} as const;

export const listApplicationChanges = defineOperation({
  ...shared,
  id: "listApplicationChanges",
  method: "GET",
  path: "/v1/applications/{slug}/changes",
  summary: "List the pending changes of an MCP server's tools",
  description:
    "Changes that an import or a refresh found. Each change waits until an Admin accepts or rejects it. Sorted by tool slug.",
  params: applicationParams,
  query: z.object({ ...pageQuery() }),
  output: listOf("ApplicationChange", applicationChange),
  errors: ["NOT_FOUND"],
});

export const acceptApplicationChange = defineOperation({
  ...one,
  id: "acceptApplicationChange",
  path: "/v1/applications/{slug}/changes/{changeId}/Accept",
  summary: "Accept a change of a tool",
  description: "Adds, replaces or removes the tool, as its server declares it.",
  errors: ["NOT_FOUND"],
});

export const rejectApplicationChange = defineOperation({
  ...one,
  id: "rejectApplicationChange",
  path: "/v1/applications/{slug}/changes/{changeId}/Reject",
  summary: "Reject a change of a tool",
  description: "The tool does not change. The same change is not proposed again; a different one is.",
  errors: ["NOT_FOUND"],
});
