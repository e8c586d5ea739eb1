import { z } from "zod";
import type { Egress } from "../../egress/egress.ts";
import { isLoopbackName } from "../../loopback.ts";
import { parseJsonBody } from "./parse-json-body.ts";
import type { Provider } from "./provider.ts";
import { cleanWords, ProviderError } from "./provider-error.ts";

/** A client as the authorization server registered it (RFC 7591 §3.2.1). */
export interface RegisteredClient {
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
  /** Null: the secret has no end. */
  secretExpiresDate: Date | null;
}

const timeoutMs = 15_000;
const maxBytes = 64 * 1024;

const authenticationNames = {
  body: "client_secret_post",
  basic: "client_secret_basic",
  basicUnencoded: "client_secret_basic",
  none: "none",
} as const;

/** RFC 6749 Appendix A.1 and A.2. */
const printable = /^[\x20-\x7e]+$/;

const registered = z.object({
  client_id: z.string().max(1000).regex(printable),
  client_secret: z.string().max(10_000).regex(printable).nullish(),
  client_secret_expires_at: z.number().int().nonnegative().max(1e11).nullish(),
  token_endpoint_auth_method: z.string().nullish(),
});
const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

/**
 * Registers a client (RFC 7591 §3.1). It is confidential wherever the server allows it: a stolen code is then of no use.
 *
 * @param isHttpAllowed as in `ProviderCall`
 * @throws ProviderError when the server does not register it
 */
export async function registerClient(
  egress: Egress,
  provider: Provider,
  redirectUri: string,
  isHttpAllowed: boolean,
): Promise<RegisteredClient> {
  const { registrationUrl, clientAuthentication } = provider;
  if (registrationUrl === null || !(isHttpAllowed || registrationUrl.startsWith("https:"))) {
    throw new ProviderError("refused", "The application's sign-in server registers no clients.");
  }
  const authentication = authenticationNames[clientAuthentication];
  const response = await egress.send({
    method: "POST",
    url: registrationUrl,
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Bowline",
      application_type: isNative(redirectUri) ? "native" : "web",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: authentication,
    }),
    timeoutMs,
    maxBytes,
  });
  if (!response.ok) {
    throw new ProviderError("unavailable", `The application's sign-in server failed: ${response.message}`);
  }
  const body = parseJsonBody(response.body);
  if (response.status !== 201 && response.status !== 200) {
    throw describeRefusal(response.status, body);
  }
  const parsed = registered.safeParse(body);
  if (!parsed.success) {
    throw new ProviderError("unreadable", "The response to the registration of a client is invalid.");
  }
  return readClient(parsed.data, authentication);
}

/** The server may have replaced what was asked for (RFC 7591 §3.2.1). */
function readClient(client: z.infer<typeof registered>, asked: string): RegisteredClient {
  const given = client.token_endpoint_auth_method ?? asked;
  if (given !== "none" && (given !== asked || client.client_secret == null)) {
    throw new ProviderError(
      "unreadable",
      `The application's sign-in server registered a client that authenticates with ${cleanWords(given)}, which it was not asked for.`,
    );
  }
  const endsAt = client.client_secret_expires_at ?? 0;
  return {
    clientId: client.client_id,
    clientSecret: given === "none" ? null : (client.client_secret ?? null),
    secretExpiresDate: given === "none" || endsAt === 0 ? null : new Date(endsAt * 1000),
  };
}

function describeRefusal(status: number, body: unknown): ProviderError {
  const parsed = refusal.safeParse(body);
  if (!parsed.success) {
    return new ProviderError("refused", `The application's sign-in server returned ${status}.`);
  }
  const { error, error_description: description } = parsed.data;
  const said = description === undefined ? "" : `: ${cleanWords(description)}`;
  return new ProviderError("refused", `The application refused (${cleanWords(error)})${said}`, error);
}

/** Only a native client may use plain http, and only for a loopback address (OpenID Connect Registration 1.0 §2). */
function isNative(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === "http:" && isLoopbackName(hostname);
}
