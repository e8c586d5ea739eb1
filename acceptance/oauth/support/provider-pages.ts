import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import { readBody, sendPage } from "./loopback-server.ts";

/** Serves an oidc-provider's plain page for sign-in and consent. */
export async function serveProviderPage(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid, prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (request.method !== "POST") {
    const field = prompt.name === "login" ? '<input name="login" value="ada">' : "";
    const buttons =
      '<button name="choice" value="yes">Continue</button><button name="choice" value="no">Refuse</button>';
    return sendPage(
      response,
      200,
      `<h1>${prompt.name}</h1><form method="post" action="/interaction/${uid}">${field}${buttons}</form>`,
    );
  }
  const sent = new URLSearchParams(await readBody(request));
  const finish = (result: Parameters<Provider["interactionFinished"]>[2]) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  if (sent.get("choice") === "no") {
    return finish({ error: "access_denied", error_description: "<b>Refused</b> by the person" });
  }
  if (prompt.name === "login") {
    return finish({ login: { accountId: sent.get("login") ?? "ada" } });
  }
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ||
    new provider.Grant({ accountId: session?.accountId ?? "", clientId: String(params.client_id) });
  const { missingOIDCScope, missingResourceScopes } = prompt.details;
  if (Array.isArray(missingOIDCScope)) {
    grant.addOIDCScope(missingOIDCScope.join(" "));
  }
  for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {})) {
    grant.addResourceScope(resource, (scopes as string[]).join(" "));
  }
  return finish({ consent: { grantId: await grant.save() } });
}
