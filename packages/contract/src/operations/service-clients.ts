import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { createdServiceClient, createServiceClientBody, serviceClient } from "../resources/service-client.ts";

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
