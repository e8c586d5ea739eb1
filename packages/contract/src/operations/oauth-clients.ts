import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import {
  createdServiceClient,
  createServiceClientBody,
  grantRecord,
  serviceClient,
} from "../resources/oauth-client.ts";
import { id } from "../resources/primitives.ts";

export const listClients = defineOperation({
  id: "listClients",
  method: "GET",
  path: "/v1/clients",
  tag: "OAuth",
  summary: "List the clients of the company's service members",
  description: "Oldest first. Clients that registered themselves are listed by their grants.",
  extension: true,
  auth: "admin",
  narrowed: "readOnly",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  query: z.object(pageQuery()),
  output: listOf("ServiceClient", serviceClient),
  errors: [],
});

export const createClient = defineOperation({
  id: "createClient",
  method: "POST",
  path: "/v1/clients",
  tag: "OAuth",
  summary: "Create a client for a service member",
  description:
    "The client gets tokens with the grant `client_credentials` and acts as the member. This response is the only one that contains its secret.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  body: createServiceClientBody,
  output: createdServiceClient,
  errors: [],
});

export const deleteClient = defineOperation({
  id: "deleteClient",
  method: "DELETE",
  path: "/v1/clients/{clientId}",
  tag: "OAuth",
  summary: "Delete a service member's client",
  description: "Its tokens end within a second.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
  params: z.object({ clientId: z.string() }),
  output: z.string(),
  errors: ["NOT_FOUND"],
});

export const listGrants = defineOperation({
  id: "listGrants",
  method: "GET",
  path: "/v1/grants",
  tag: "OAuth",
  summary: "List what clients were allowed",
  description: "Sorted by id. Members see their own grants, Admins those of the whole company.",
  extension: true,
  auth: "member",
  narrowed: "readOnly",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  query: z.object(pageQuery()),
  output: listOf("Grant", grantRecord),
  errors: [],
});

export const deleteGrant = defineOperation({
  id: "deleteGrant",
  method: "DELETE",
  path: "/v1/grants/{grantId}",
  tag: "OAuth",
  summary: "Withdraw a grant",
  description: "Its tokens end within a second.",
  extension: true,
  auth: "member",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "company",
  params: z.object({ grantId: id }),
  output: z.string(),
  errors: ["NOT_FOUND"],
});
