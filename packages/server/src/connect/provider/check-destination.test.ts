import { expect, test } from "vitest";
import { checkDestination, checkOrigin } from "./check-destination.ts";
import { ProviderError } from "./provider-error.ts";

const entered = "https://login.example.com/.well-known/openid-configuration";
const tokenUrl = "https://tokens.example.net/token";

/** A call for secrets that were entered for the discovery document `entered`. */
const call = (documentUrl: string, tokenHosts: string[] = ["tokens.example.net"]) =>
  ({
    provider: { discovered: { url: documentUrl, endpoints: [tokenUrl] } },
    client: { allowed: { tokenHosts, discoveryUrl: entered } },
    sealedOrigins: ["https://api.example.com", entered],
  }) as unknown as Parameters<typeof checkDestination>[0];

test("the discovery document that the secrets were entered for allows the endpoints that it names", () => {
  expect(() => checkDestination(call(entered, []), tokenUrl)).not.toThrow();
  expect(() => checkOrigin(call(entered), "https://tokens.example.net/other")).toThrow(ProviderError);
});

test("another discovery document allows nothing, neither for the secrets nor for the client", () => {
  const other = "https://other.example.org/.well-known/openid-configuration";
  expect(() => checkOrigin(call(other), tokenUrl)).toThrow(/were entered for/);
  const entering = { ...call(other, []), sealedOrigins: null };
  expect(() => checkDestination(entering, tokenUrl)).toThrow(/may be sent to no host/);
});
