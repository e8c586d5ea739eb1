import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { apiKeyRecord, createApiKeyBody, createdApiKey } from "../resources/api-key.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { id } from "../resources/primitives.ts";

export const listApiKeys = defineOperation({
  id: "listApiKeys",
  method: "GET",
  path: "/v1/apikeys",
  tag: "API keys",
  summary: "List your API keys",
  description: "Sorted by id. Admins also see the keys of service members.",
  extension: true,
  auth: "member",
  narrowed: "readOnly",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  query: z.object(pageQuery()),
  output: listOf("ApiKey", apiKeyRecord),
  errors: [],
});

export const createApiKey = defineOperation({
  id: "createApiKey",
  method: "POST",
  path: "/v1/apikeys",
  tag: "API keys",
  summary: "Create an API key",
  description:
    "This response is the only one that contains the key. An Admin may create keys for a service member.",
  extension: true,
  auth: "member",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  body: createApiKeyBody,
  output: createdApiKey,
  errors: [],
});

export const deleteApiKey = defineOperation({
  id: "deleteApiKey",
  method: "DELETE",
  path: "/v1/apikeys/{apiKeyId}",
  tag: "API keys",
  summary: "Delete an API key",
  description: "Takes effect at once.",
  extension: true,
  auth: "member",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "caller",
  params: z.object({ apiKeyId: id }),
  output: z.string(),
  errors: ["NOT_FOUND"],
});
