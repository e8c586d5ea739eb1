import { z } from "zod";
import { applicationSlug, id } from "./primitives.ts";

/** A host that an OAuth client may be sent to; `*.example.com` means all its subdomains (decisions D74). */
export const tokenHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(300)
  .regex(
    /^(?:[a-z0-9.-]+|\*(?:\.[a-z0-9-]+){2,}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/,
    "Must be a host such as login.example.com, or *.example.com for every host below.",
  );

/** A company's own OAuth client for an authentication method (decisions D23). */
export const setOAuthClientBody = z
  .strictObject({
    clientId: z.string().trim().min(1).max(1000),
    clientSecret: z.string().min(1).max(10_000).nullish().meta({
      description: "Stored encrypted and never returned. A client without a secret is a public client.",
    }),
    scopes: z
      .array(z.string().trim().min(1).max(500))
      .max(200)
      .nullish()
      .meta({ description: "Scopes to ask for at a sign-in. Default: the method's." }),
    tokenHosts: z.array(tokenHost).min(1).max(100).nullish().meta({
      description:
        "Hosts that the client may be sent to for tokens. Default: the hosts in the method's description. Required when a connection's field may be any host.",
    }),
  })
  .meta({
    id: "SetOAuthClient",
    examples: [{ clientId: "Iv1.8a61f9b3a7aba766", clientSecret: "not-a-real-secret" }],
  });

export const oauthClient = z
  .object({
    applicationSlug,
    authenticationId: id,
    clientId: z.string(),
    hasSecret: z.boolean(),
    scopes: z.array(z.string()).nullable(),
    tokenHosts: z.array(z.string()).meta({ description: "Hosts that the client may be sent to." }),
    redirectUri: z
      .string()
      .meta({ description: "The address to register with the client at the application." }),
  })
  .meta({ id: "OAuthClient" });

/** An OAuth method of the catalog, with the client that its sign-ins use. */
export const listedOAuthClient = z
  .object({
    applicationSlug,
    applicationName: z.string(),
    authenticationId: id,
    authenticationName: z.string(),
    setBy: z.enum(["company", "registration", "operator"]).nullable().meta({
      description:
        "Whose client it is. `company`: an Admin entered it; `registration`: this server registered it for the company at the application; `operator`: the server's, for all companies. Null: there is none.",
    }),
    mayRegister: z.boolean().meta({
      description:
        "True: without a client, this server tries to register one at the first sign-in. Some authorization servers refuse.",
    }),
    clientId: z.string().nullable().meta({ description: "Null: there is none, or it is the operator's." }),
    hasSecret: z
      .boolean()
      .meta({ description: "Whether the company's client has a secret. It is never returned." }),
    scopes: z.array(z.string()).nullable().meta({ description: "Null: the method's own." }),
    defaultScopes: z
      .array(z.string())
      .meta({ description: "The method's own: what a sign-in asks for when the client has no scopes." }),
    defaultTokenHosts: z.array(z.string()).nullable().meta({
      description:
        "Hosts that a client may be sent to when it names none. Null: a connection's field may be any host, so the client has to name them.",
    }),
    documentationUrl: z.string().nullable().meta({
      description: "What the provider writes about its sign-in. Null: this server does not know.",
    }),
    redirectUri: z.string().meta({
      description: "The address of this server that is registered with the client, or is to be.",
    }),
  })
  .meta({ id: "ListedOAuthClient" });

export type ListedOAuthClient = z.infer<typeof listedOAuthClient>;
