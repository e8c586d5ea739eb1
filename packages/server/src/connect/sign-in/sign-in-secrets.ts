import type { SignInRow } from "../../db/connections/sign-ins.ts";
import type { Vault } from "../../vault/vault.ts";
import type { StoredClient } from "../provider/stored-client.ts";

/** The lifetime of a state, and then of a confirmation page (decisions D28). */
export const signInMinutes = 10;

/** The secrets of a sign-in until the code is exchanged. */
export interface PendingSecrets {
  codeVerifier: string;
  nonce: string | null;
  /** The origins that the connection's secrets may be sent to, by the application's description when the sign-in began. */
  origins: string[];
  /** The scopes requested from the provider. */
  scopes?: string[];
  /** Where the provider was asked to redirect to. A sign-in of an earlier version has the shared address. */
  redirectUri?: string;
  /** The id of the client that the code is for. A sign-in of an earlier version has none. */
  clientId?: string;
}

/** The connection's secret fields, including `token` and `refreshToken`, until the person confirms. */
export interface HeldSecrets {
  secrets: Record<string, string>;
  lifetimeSeconds: number | null;
  /** Milliseconds since 1970. The lifetime begins then. */
  issuedAtMs: number;
  /** As in `PendingSecrets`, with the origins from fields that signing in has set. */
  origins: string[];
  /** The jobs that revoke the tokens unless they are confirmed. A sign-in of an earlier version has none. */
  revocationJobIds?: string[];
  /** The company's client that they were issued to. Null: the operator's. A sign-in of an earlier version has none. */
  client?: StoredClient | null;
}

const purpose = (stateHash: Buffer): string => `sign-in:${stateHash.toString("hex")}`;

export const sealSignIn = (
  vault: Vault,
  companyId: number,
  stateHash: Buffer,
  secrets: PendingSecrets | HeldSecrets,
): Promise<Buffer> => vault.seal(companyId, purpose(stateHash), JSON.stringify(secrets));

/** @throws Error when the sign-in no longer has secrets */
export async function openSignIn<Secrets extends PendingSecrets | HeldSecrets>(
  vault: Vault,
  { companyId, stateHash, sealedSecrets }: Pick<SignInRow, "companyId" | "stateHash" | "sealedSecrets">,
): Promise<Secrets> {
  if (sealedSecrets === null) {
    throw new Error("The sign-in has no secrets.");
  }
  return JSON.parse(await vault.open(companyId, purpose(stateHash), sealedSecrets));
}
