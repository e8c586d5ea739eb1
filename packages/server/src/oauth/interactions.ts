import type Provider from "oidc-provider";
import { type Resource, readResource } from "../access-tokens/resources.ts";
import { knownScopes } from "./scopes.ts";

/** A client's request that waits for a person. */
export interface PendingRequest {
  uid: string;
  clientId: string;
  clientName: string;
  /** Where the person is sent back to; null for a device. */
  redirectUri: string | null;
  /** The address of the resource, as the client sent it. */
  address: string;
  resource: Resource;
  scopes: readonly string[];
  /** The client wants the person to be asked again, or was sent back although the person has agreed. */
  mustAsk: boolean;
}

/** A person's decision. */
export type Decision =
  | { kind: "allowed"; accountUserId: number; grantJti: string }
  | { kind: "refused"; error: string; reason: string };

/** The requests that wait for a person. The consent page asks the person and ends them. */
export interface Interactions {
  /** Null when it is unknown, over, or belongs to another browser. */
  find(uid: string, cookies: Readonly<Record<string, string>>): Promise<PendingRequest | null>;
  /** Returns the address to send the browser to; null when the request is over. */
  finish(uid: string, decision: Decision): Promise<string | null>;
}

/** @param loadProvider builds the library's server */
export function openInteractions(baseUrl: string, loadProvider: () => Promise<Provider>): Interactions {
  return {
    async find(uid, cookies) {
      const provider = await loadProvider();
      // Who opens another browser's request could be made to agree to what somebody else began.
      if (cookies._interaction !== uid) {
        return null;
      }
      const interaction = await provider.Interaction.find(uid);
      if (interaction === undefined) {
        return null;
      }
      const { params, lastSubmission } = interaction;
      const client = await provider.Client.find(String(params.client_id));
      const address = readAddress(params.resource);
      const resource = address === null ? null : readResource(baseUrl, address);
      if (client === undefined || address === null || resource === null) {
        return null;
      }
      const asked = String(params.scope ?? "").split(" ");
      return {
        uid,
        clientId: client.clientId,
        clientName: client.clientName ?? client.clientId,
        redirectUri: typeof params.redirect_uri === "string" ? params.redirect_uri : null,
        address,
        resource,
        scopes: asked.filter((scope) => knownScopes.has(scope)),
        mustAsk: String(params.prompt ?? "").includes("consent") || lastSubmission !== undefined,
      };
    },
    async finish(uid, decision) {
      const provider = await loadProvider();
      const interaction = await provider.Interaction.find(uid);
      if (interaction === undefined) {
        return null;
      }
      interaction.result =
        decision.kind === "allowed"
          ? {
              login: { accountId: String(decision.accountUserId), remember: false },
              consent: { grantId: decision.grantJti },
            }
          : { error: decision.error, error_description: decision.reason };
      await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)));
      return interaction.returnTo;
    },
  };
}

/** A grant is for one resource. */
function readAddress(sent: unknown): string | null {
  const [address, ...others] = [sent].flat();
  return typeof address === "string" && others.length === 0 ? address : null;
}
