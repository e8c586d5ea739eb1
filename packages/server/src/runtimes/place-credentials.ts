import type { CredentialPlacement } from "@bowline/catalog";
import type { ClientCertificate } from "../egress/tls-agents.ts";
import { encodeComponent, encodeInCookie } from "./percent-encode.ts";
import { connectionError } from "./request-build-error.ts";

/** Credentials ready to be put into a request. */
export interface PlacedCredentials {
  /** Lower-case name and value. */
  headers: [name: string, value: string][];
  /** Name, and the encoded pair. */
  query: [name: string, pair: string][];
  cookies: [name: string, pair: string][];
  /** Secrets in the request that differ from every field's value, such as base64 of user and password. */
  derivedSecrets: string[];
  certificate: ClientCertificate | null;
}

/** Matches what no header may contain. */
export const illegalInHeader = /[^\t\x20-\x7e\x80-\xff]/;

/** Fills the placements with the connection's fields. A placement is left out when one of its fields is not set. */
export function placeCredentials(
  placements: readonly CredentialPlacement[],
  variables: Readonly<Record<string, string>>,
): PlacedCredentials {
  const placed: PlacedCredentials = {
    headers: [],
    query: [],
    cookies: [],
    derivedSecrets: [],
    certificate: null,
  };
  for (const placement of placements) {
    if (placement.in === "basic") {
      placeBasic(placed, placement, variables);
      continue;
    }
    if (placement.in === "tls") {
      placed.certificate = fillCertificate(placement, variables);
      continue;
    }
    const value = fill(placement.value, variables);
    if (value === null) {
      continue;
    }
    if (placement.in === "header") {
      placed.headers.push([placement.name.toLowerCase(), checkHeader(placement.name, value)]);
    } else {
      const encode = placement.in === "cookie" ? encodeInCookie : encodeComponent;
      const pair = `${encodeComponent(placement.name)}=${encode(value)}`;
      placed[placement.in === "query" ? "query" : "cookies"].push([placement.name, pair]);
    }
  }
  return placed;
}

/** RFC 7617: user or password may be empty. If neither is set, there are no credentials. */
function placeBasic(
  placed: PlacedCredentials,
  placement: { username: string; password: string },
  variables: Readonly<Record<string, string>>,
): void {
  const username = fill(placement.username, variables);
  const password = fill(placement.password, variables);
  if (username === null && password === null) {
    return;
  }
  const encoded = Buffer.from(`${username ?? ""}:${password ?? ""}`, "utf8").toString("base64");
  placed.headers.push(["authorization", `Basic ${encoded}`]);
  placed.derivedSecrets.push(encoded);
}

/** Null when certificate or key is not set. */
function fillCertificate(
  placement: { certificate: string; privateKey: string; passphrase: string },
  variables: Readonly<Record<string, string>>,
): ClientCertificate | null {
  const certificate = fill(placement.certificate, variables);
  const privateKey = fill(placement.privateKey, variables);
  if (certificate === null || privateKey === null) {
    return null;
  }
  return { certificate, privateKey, passphrase: fill(placement.passphrase, variables) };
}

/** Null when a field is not set. */
function fill(template: string, variables: Readonly<Record<string, string>>): string | null {
  let filled = "";
  let rest = 0;
  for (;;) {
    const open = template.indexOf("{", rest);
    const close = template.indexOf("}", open);
    if (open < 0 || close < 0) {
      return filled + template.slice(rest);
    }
    const name = template.slice(open + 1, close);
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined || value === "") {
      return null;
    }
    filled += template.slice(rest, open) + value;
    rest = close + 1;
  }
}

function checkHeader(name: string, value: string): string {
  if (illegalInHeader.test(value)) {
    throw connectionError(
      `The connection's credential for the header \`${name}\` contains a line break or another illegal character.`,
    );
  }
  return value;
}
