import { createHash, randomBytes } from "node:crypto";
import type { SignInRow } from "../../db/sign-ins.ts";
import type { Vault } from "../../vault/vault.ts";

/** How long a state, and then a confirmation page, can be used (decisions D28). */
export const signInMinutes = 10;

/** 256 random bits, fit for an address. */
export const createToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a token. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** What the code's exchange needs. */
export interface PendingSecrets {
  codeVerifier: string;
  nonce: string | null;
  /** Where the connection's secrets may go, as the application was described when the person was sent off. */
  origins: string[];
  /** What the provider was asked to allow. */
  scopes?: string[];
}

/** What is held until it is confirmed: the connection's secret fields, `token` and `refreshToken` among them. */
export interface HeldSecrets {
  secrets: Record<string, string>;
  lifetimeSeconds: number | null;
  /** Milliseconds since 1970: the lifetime counts from then. */
  issuedAtMs: number;
  /** The same, with the origins made of fields that signing in has brought. */
  origins: string[];
}

const purpose = (stateHash: Buffer): string => `sign-in:${stateHash.toString("hex")}`;

export const sealSignIn = (
  vault: Vault,
  companyId: number,
  stateHash: Buffer,
  secrets: PendingSecrets | HeldSecrets,
): Promise<Buffer> => vault.seal(companyId, purpose(stateHash), JSON.stringify(secrets));

/** @throws Error when the sign-in holds nothing any more */
export async function openSignIn<Secrets extends PendingSecrets | HeldSecrets>(
  vault: Vault,
  { companyId, stateHash, sealedSecrets }: SignInRow,
): Promise<Secrets> {
  if (sealedSecrets === null) {
    throw new Error("The sign-in holds no secrets.");
  }
  return JSON.parse(await vault.open(companyId, purpose(stateHash), sealedSecrets));
}
