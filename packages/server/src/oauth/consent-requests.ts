import type { InteractionResults, default as Provider } from "oidc-provider";
import type { ConsentRequests, Cookies, Decision } from "../access-tokens/consent-request.ts";
import { readResource } from "../access-tokens/resources.ts";
import { isLoopbackName } from "../loopback.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { requestMarks } from "./request-marks.ts";
import { knownScopes } from "./scopes.ts";

/** A browser comes back with a decision at once. */
const decidedSeconds = 60;

/**
 * Opens the requests that wait for a person's consent.
 *
 * @param browser keeps them
 * @param loadProvider builds the library's server
 */
export function openConsentRequests(
  { baseUrl, browser }: { baseUrl: string; browser: BrowserStorage },
  loadProvider: () => Promise<Provider>,
): ConsentRequests {
  /** Only the browser that began a request has it. Another one could be made to agree to what somebody else began. */
  const load = (uid: string, cookies: Cookies) => browser.read((name) => cookies[name], "Interaction", uid);

  return {
    async find(uid, cookies) {
      const { params, lastSubmission } = (await load(uid, cookies)) ?? {};
      if (params === undefined) {
        return null;
      }
      const client = await (await loadProvider()).Client.find(String(params.client_id));
      const address = readAddress(params.resource);
      const resource = address === null ? null : readResource(baseUrl, address);
      if (client === undefined || address === null || resource === null) {
        return null;
      }
      const asked = String(params.scope ?? "").split(" ");
      const prompts = String(params.prompt ?? "").split(" ");
      const isResumed = lastSubmission !== undefined;
      return {
        uid,
        clientId: client.clientId,
        clientName: client.clientName ?? client.clientId,
        redirectUri: typeof params.redirect_uri === "string" ? params.redirect_uri : null,
        address,
        resource,
        scopes: asked.filter((scope) => knownScopes.has(scope)),
        isResourceOpen: params[requestMarks.openResource] === "true" && resource.path === "/v1",
        mustAsk:
          prompts.includes("consent") || isResumed || !isAnswerSafe(client.clientId, params.redirect_uri),
        isSilent: params[requestMarks.silent] === "true",
        signedInAfterMs: isResumed ? null : findSignInTime(prompts, params),
        loginHint: typeof params.login_hint === "string" ? params.login_hint : null,
      };
    },
    async finish(uid, cookies, decision) {
      const payload = await load(uid, cookies);
      if (payload?.returnTo === undefined) {
        return null;
      }
      const { Interaction } = await loadProvider();
      const params = {
        ...payload.params,
        ...(decision.kind === "allowed" && { resource: decision.address }),
      };
      const decided = { ...payload, params, result: buildResult(decision) };
      await Interaction.adapter.upsert(uid, decided, decidedSeconds);
      return payload.returnTo;
    },
  };
}

/** A decision as the library reads it. */
function buildResult(decision: Decision): InteractionResults {
  if (decision.kind === "refused") {
    return { error: decision.error, error_description: decision.reason };
  }
  const { accountUserId, grantJti, signedInMs } = decision;
  const login = { accountId: String(accountUserId), remember: false, ts: Math.floor(signedInMs / 1000) };
  return { login, consent: { grantId: grantJti }, select_account: {} };
}

/**
 * Whether the answer surely goes to the client (RFC 8252 §8.6, RFC 8628 §5.4). Anybody who knows a client's id can begin a request for a device,
 * and any program on a person's machine can take an address there. A client that registered itself has an id that others do not know.
 */
function isAnswerSafe(clientId: string, redirectUri: unknown): boolean {
  const target = typeof redirectUri === "string" ? URL.parse(redirectUri) : null;
  if (target === null) {
    return false;
  }
  const isDocument = /^https:/i.test(clientId);
  return !isDocument || (target.protocol === "https:" && !isLoopbackName(target.hostname));
}

/** When the person must have signed in at the earliest, by `prompt` and `max_age` (OpenID Connect Core §3.1.2.1). */
function findSignInTime(prompts: readonly string[], params: Record<string, unknown>): number | null {
  const beganMs = Number(params[requestMarks.began]);
  if (prompts.includes("login") || prompts.includes("select_account")) {
    return beganMs;
  }
  const maxAge = params.max_age === undefined ? Number.NaN : Number(params.max_age);
  return Number.isFinite(maxAge) ? beganMs - maxAge * 1000 : null;
}

/** A grant is for one resource. */
function readAddress(sent: unknown): string | null {
  const [address, ...others] = [sent].flat();
  return typeof address === "string" && others.length === 0 ? address : null;
}
