import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { applicationParams } from "../resources/application.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { listedOAuthClient, oauthClient, setOAuthClientBody } from "../resources/oauth-client.ts";
import { id } from "../resources/primitives.ts";

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
  params: applicationParams.extend({
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
