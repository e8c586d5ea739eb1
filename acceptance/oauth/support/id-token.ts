import { generateKeyPairSync, sign } from "node:crypto";

/** Writes an id token that is valid for one hour, by a clock that is this many seconds ahead (OpenID Connect Core 1.0 §2). */
export function writeIdToken(claims: Record<string, unknown>, aheadSeconds = 0): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = Math.floor(Date.now() / 1000) + aheadSeconds;
  const head = encode({ alg: "ES256", typ: "JWT" });
  const body = encode({ iat: now, nbf: now, exp: now + 3600, ...claims });
  const signature = sign("sha256", Buffer.from(`${head}.${body}`), {
    key: privateKey,
    dsaEncoding: "ieee-p1363",
  });
  return `${head}.${body}.${signature.toString("base64url")}`;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
