import type { SigningKey } from "../access-tokens/signing-keys.ts";
import { hashClientSecret } from "../identity/client-secret.ts";
import type { Logger } from "../log/logger.ts";
import { buildConfiguration } from "./build-configuration.ts";
import { checkResourceBeforeUse } from "./check-resource-before-use.ts";
import { Provider } from "./library.ts";
import { limitIntrospectedScopes } from "./limit-introspected-scopes.ts";
import type { ProviderParts } from "./provider-parts.ts";
import { openRedemptions } from "./redemptions.ts";
import { slowDevicesDown } from "./slow-devices-down.ts";
import { buildUntrustedRedirects } from "./untrusted-redirects.ts";
import { buildUserCodeLimit } from "./user-code-limit.ts";

/** Builds the authorization server. @param keys the one that signs comes first */
export function buildProvider(parts: ProviderParts, keys: readonly SigningKey[]): Provider {
  const redemptions = openRedemptions(parts.db);
  const redirects = buildUntrustedRedirects(parts);
  const provider = new Provider(parts.baseUrl, buildConfiguration(parts, keys, redemptions, redirects));
  // `serve-oauth.ts` replaces the headers that this trusts by those of the base address.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret: string) {
    return hashClientSecret(secret) === this.clientSecret;
  };
  checkResourceBeforeUse(provider);
  provider.use(async (ctx, next) => {
    if (!(await redemptions.track(ctx, next))) {
      ctx.status = 400;
      ctx.body = { error: "invalid_grant", error_description: "grant request is invalid" };
    }
  });
  provider.use(buildUserCodeLimit(parts));
  provider.use(slowDevicesDown(parts.db));
  provider.use(limitIntrospectedScopes(parts.db));
  provider.use(redirects.guard);
  provider.on("authorization.error", redirects.note);
  logEvents(provider, parts.log);
  return provider;
}

function logEvents(provider: Provider, log: Logger): void {
  provider.on("registration_create.success", (_ctx, client) =>
    log.info({ clientId: client.clientId }, "a client registered itself"),
  );
  provider.on("grant.revoked", (ctx) =>
    log.info(
      { clientId: ctx.oidc.client?.clientId, endpoint: ctx.oidc.route },
      ctx.oidc.route === "revocation"
        ? "a client ended its grant"
        : "a grant was ended, since its code or refresh token came again",
    ),
  );
  // Without a listener the framework prints to the process's output.
  (provider as NodeJS.EventEmitter).on("error", (err) =>
    log.warn({ err }, "a response of the authorization server failed"),
  );
  provider.on("server_error", (ctx, err) => {
    log.error({ err, endpoint: ctx.oidc?.route }, "the authorization server failed unexpectedly");
  });
}
