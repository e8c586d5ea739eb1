import type { CredentialField } from "@bowline/contract";
import { applyProvider } from "./apply-provider.ts";
import { recognizeProvider } from "./find-provider.ts";
import { fieldsOf } from "./method-fields.ts";
import type { OAuth2Method } from "./oauth2-method.ts";

/** An OAuth method of a description, completed with its provider's facts. */
export interface DescribedMethod {
  method: OAuth2Method;
  /** Connection fields besides the token. */
  fields: CredentialField[];
  isProviderKnown: boolean;
}

/** Completes a description's OAuth method with the facts about its provider, if the provider is known. */
export function describeOAuth(stated: OAuth2Method): DescribedMethod {
  const provider = [stated.authorizationUrl, stated.tokenUrl, stated.discoveryUrl]
    .map((url) => (url === undefined ? undefined : recognizeProvider(url)))
    .find((found) => found !== undefined);
  const method = provider ? applyProvider(stated, provider) : stated;
  return {
    method,
    fields: fieldsOf(method, provider?.fields ?? []),
    isProviderKnown: provider !== undefined,
  };
}
