import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { plantSecret } from "../../support/secrets.ts";
import { readBody, sendJson, sendPage } from "./loopback-server.ts";
import type { OddForm, OddProvider, OddTokenCall } from "./odd-provider-state.ts";

/** Longer than any client waits for a token endpoint. */
const slowMs = 60_000;

/** Serves the token endpoint. */
export async function serveToken(
  provider: OddProvider,
  form: OddForm | null,
  strayUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const isJson = (request.headers["content-type"] ?? "").includes("json");
  const sent: Record<string, string> = isJson
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body));
  provider.tokenCalls.push({ headers: request.headers, sent });
  if (provider.fault === "down") {
    return void response.destroy();
  }
  if (provider.fault === "html") {
    return sendPage(response, 200, "<html><h1>Maintenance</h1></html>");
  }
  if (provider.fault === "redirect") {
    return void response.writeHead(307, { location: strayUrl }).end();
  }
  if (provider.fault === "slow") {
    await delay(slowMs, undefined, { ref: false });
  }
  const refusal = findRefusal(provider, form, { headers: request.headers, sent }, isJson);
  if (refusal !== null) {
    return sendJson(response, form === "errorWith200" ? 200 : 400, {
      error: refusal,
      // A careless provider repeats the request.
      error_description: `It is ${refusal}: ${JSON.stringify(sent)} ${request.headers.authorization ?? ""}`,
    });
  }
  sendGrant(provider, form, response);
}

function findRefusal(
  provider: OddProvider,
  form: OddForm | null,
  call: OddTokenCall,
  isJson: boolean,
): string | null {
  if (provider.refusal !== null) {
    return provider.refusal;
  }
  if (isJson !== (form === "jsonRequest")) {
    return "invalid_request";
  }
  const { clientId, clientSecret } = provider.client;
  if (form === "unencodedBasic") {
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    return call.headers.authorization === expected ? null : "invalid_client";
  }
  return call.sent[provider.clientIdParameter] === clientId && call.sent.client_secret === clientSecret
    ? null
    : "invalid_client";
}

function sendGrant(provider: OddProvider, form: OddForm | null, response: ServerResponse): void {
  const isSame = provider.fault === "sameToken" && provider.issuedTokens.length > 0;
  const token = isSame ? (provider.issuedTokens.at(-1) ?? "") : plantSecret("access");
  provider.issuedTokens.push(token);
  provider.validTokens.add(token);
  const { lifetimeSeconds } = provider;
  const idToken = provider.writeIdToken?.(provider.nonce);
  const grant = {
    access_token: token,
    refresh_token: plantSecret("refresh"),
    ...(form !== "noTokenType" && { token_type: "bearer" }),
    ...(lifetimeSeconds !== null && {
      expires_in: form === "lifetimeAsText" ? String(lifetimeSeconds) : lifetimeSeconds,
    }),
    ...(idToken !== undefined && { id_token: idToken }),
    ...provider.grantMembers,
  };
  if (form === "formEncoded") {
    const text = new URLSearchParams(Object.entries(grant).map(([name, value]) => [name, String(value)]));
    response.writeHead(200, { "content-type": "application/x-www-form-urlencoded" }).end(text.toString());
  } else if (form === "nestedToken") {
    sendJson(response, 200, { ok: true, access_token: "not-this-one", authed_user: grant });
  } else {
    sendJson(response, 200, grant);
  }
}
