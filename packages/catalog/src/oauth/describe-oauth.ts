import type { CredentialField } from "../application.ts";
import { applyProvider } from "./apply-provider.ts";
import { recogniseProvider } from "./find-provider.ts";
import { fieldsOf } from "./method-fields.ts";
import type { OAuth2Method } from "./oauth2-method.ts";

/** What is known of an OAuth method that a description states. */
export interface DescribedMethod {
  method: OAuth2Method;
  /** Connection fields besides the token. */
  fields: CredentialField[];
  isProviderKnown: boolean;
}

/** Completes what a description says of its OAuth method with what is known of its provider, if it is a known one. */
export function describeOAuth(stated: OAuth2Method): DescribedMethod {
  const provider = [stated.authorizationUrl, stated.tokenUrl, stated.discoveryUrl]
    .map((url) => (url === undefined ? undefined : recogniseProvider(url)))
    .find((found) => found !== undefined);
  const method = provider ? applyProvider(stated, provider) : stated;
  return {
    method,
    fields: fieldsOf(method, provider?.fields ?? []),
    isProviderKnown: provider !== undefined,
  };
}
