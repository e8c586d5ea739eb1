import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { guid } from "../resources/primitives.ts";
import { createToolsetBody, toolset, updateToolsetBody } from "../resources/toolset.ts";

const owned = {
  tag: "Toolsets",
  auth: "member",
  budget: "standard",
  ownership: "caller",
  params: z.object({ toolsetId: guid }),
  errors: ["NOT_FOUND"],
} as const;

const entityTag = {
  etag: "An extension. The toolset's `updatedDate`, or `createdDate` when it was never updated, in double quotes.",
};

const precondition = {
  "if-match":
    "An extension: entity tags that were read before, or `*`. When the toolset has another one by now, nothing changes and the response is 409 `CONFLICT`.",
};

export const listToolsets = defineOperation({
  id: "listToolsets",
  method: "GET",
  path: "/v1/toolsets",
  tag: "Toolsets",
  summary: "List your toolsets",
  description: "Oldest first. A key narrowed to a toolset sees only that one.",
  extension: true,
  auth: "member",
  narrowed: "toolset",
  scope: "toolsets:read",
  budget: "standard",
  ownership: "none",
  query: z.object(pageQuery()),
  output: listOf("Toolset", toolset),
  errors: [],
});

export const createToolset = defineOperation({
  id: "createToolset",
  method: "POST",
  path: "/v1/toolsets",
  tag: "Toolsets",
  summary: "Create a toolset",
  description: "It belongs to the caller, and holds only connections of the caller.",
  extension: true,
  auth: "member",
  narrowed: "none",
  scope: "toolsets:write",
  budget: "standard",
  ownership: "none",
  body: createToolsetBody,
  output: toolset,
  responseHeaders: entityTag,
  errors: [],
});

export const getToolset = defineOperation({
  ...owned,
  id: "getToolset",
  method: "GET",
  path: "/v1/toolsets/{toolsetId}",
  summary: "Get a toolset",
  description: "With its connections, the tools that are permitted on each, and its settings.",
  extension: true,
  narrowed: "toolset",
  scope: "toolsets:read",
  output: toolset,
  responseHeaders: entityTag,
});

export const updateToolset = defineOperation({
  ...owned,
  id: "updateToolset",
  method: "PATCH",
  path: "/v1/toolsets/{toolsetId}",
  summary: "Update a toolset",
  description: "A member that is null or left out does not change.",
  extension: false,
  narrowed: "none",
  scope: "toolsets:write",
  body: updateToolsetBody,
  headers: precondition,
  output: toolset,
  responseHeaders: entityTag,
  errors: ["NOT_FOUND"],
});

export const deleteToolset = defineOperation({
  ...owned,
  id: "deleteToolset",
  method: "DELETE",
  path: "/v1/toolsets/{toolsetId}",
  summary: "Delete a toolset",
  description: "Also deletes the keys narrowed to it.",
  extension: false,
  narrowed: "none",
  scope: "toolsets:write",
  headers: precondition,
  output: z.string(),
  errors: ["NOT_FOUND", "CONFLICT"],
});
