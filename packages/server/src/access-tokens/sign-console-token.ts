import { randomUUID } from "node:crypto";
import type { SigningKey } from "./signing-keys.ts";

export const consoleTokenSeconds = 300;

interface ConsoleClaims {
  issuer: string;
  accountUserId: number;
  sessionHash: string;
  nowSeconds: number;
}

/** Signs a token for the API that stands for a person's session (decisions D55). */
export async function signConsoleToken({ privateJwk }: SigningKey, claims: ConsoleClaims): Promise<string> {
  const { issuer, accountUserId, sessionHash, nowSeconds } = claims;
  const { importJWK, SignJWT } = await import("jose");
  return new SignJWT({ client_id: "console", session: sessionHash })
    .setProtectedHeader({ alg: "ES256", kid: privateJwk.kid, typ: "at+jwt" })
    .setIssuer(issuer)
    .setAudience(`${issuer}/v1`)
    .setSubject(String(accountUserId))
    .setJti(randomUUID())
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + consoleTokenSeconds)
    .sign(await importJWK(privateJwk));
}
