import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { createdServiceClient, createServiceClientBody, serviceClient } from "../resources/service-client.ts";

const shared = { tag: "OAuth", extension: true, auth: "admin", scope: "admin", budget: "standard" } as const;

export const listClients = defineOperation({
  ...shared,
  id: "listClients",
  method: "GET",
  path: "/v1/clients",
  summary: "List the clients of the company's service members",
  description: "Oldest first. Clients that registered themselves are listed by their grants.",
  narrowed: "readOnly",
  ownership: "none",
  query: z.object(pageQuery()),
  output: listOf("ServiceClient", serviceClient),
  errors: [],
});

export const createClient = defineOperation({
  ...shared,
  id: "createClient",
  method: "POST",
  path: "/v1/clients",
  summary: "Create a client for a service member",
  description:
    "The client gets tokens with the grant `client_credentials` and acts as the member. This response is the only one that contains its secret.",
  narrowed: "none",
  ownership: "none",
  body: createServiceClientBody,
  output: createdServiceClient,
  errors: [],
});

export const deleteClient = defineOperation({
  ...shared,
  id: "deleteClient",
  method: "DELETE",
  path: "/v1/clients/{clientId}",
  summary: "Delete a service member's client",
  description: "Its tokens end at once, on every server.",
  narrowed: "none",
  ownership: "company",
  params: z.object({ clientId: z.string() }),
  output: z.string(),
  errors: ["NOT_FOUND"],
});
