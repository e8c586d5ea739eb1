import type { Adapter, AdapterPayload } from "oidc-provider";
import type { AccessTokens } from "../access-tokens/access-tokens.ts";
import { accessTokenPrefix } from "./access-token-prefix.ts";
import { emptyAdapter } from "./empty-adapter.ts";

/** Access tokens are not stored: what is known of one stands in it. */
export function buildTokenAdapter(model: string, accessTokens: Pick<AccessTokens, "verify">): Adapter {
  return {
    ...emptyAdapter,
    async find(text) {
      if (!text.startsWith(accessTokenPrefix)) {
        return undefined;
      }
      const verified = await accessTokens.verify(text.slice(accessTokenPrefix.length));
      if (verified === null) {
        return undefined;
      }
      const { jti, sub, client_id: clientId, grant, scope, aud, exp, iat } = verified.claims;
      const isOfGrant = typeof grant === "string";
      if (isOfGrant !== (model === "AccessToken") || typeof clientId !== "string") {
        return undefined;
      }
      return {
        kind: model,
        clientId,
        ...(jti !== undefined && { jti }),
        ...(isOfGrant && sub !== undefined && { accountId: sub, grantId: grant }),
        ...(typeof scope === "string" && { scope }),
        ...(aud !== undefined && { aud }),
        ...(exp !== undefined && { exp }),
        ...(iat !== undefined && { iat }),
      } as AdapterPayload;
    },
  };
}
