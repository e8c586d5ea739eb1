import type { Provider } from "../provider/provider.ts";
import { cleanWords, ProviderError } from "../provider/provider-error.ts";

/**
 * Checks that the redirect comes from the provider that was asked (RFC 9207 §2.4). If the exact issuer is unknown, the issuer must
 * at least have the origin of the authorization endpoint.
 */
export function checkIssuer({ issuer, authorizationUrl, namesItself }: Provider, named: string | null): void {
  const isSame =
    named === null
      ? !namesItself
      : issuer === null
        ? URL.parse(named)?.origin === URL.parse(authorizationUrl ?? "")?.origin
        : named === issuer;
  checkSender(isSame);
}

/** @throws ProviderError when the redirect was sent by another provider than the one asked (RFC 9700 §4.4) */
export function checkSender(isSame: boolean): void {
  if (!isSame) {
    throw new ProviderError(
      "refused",
      "The response came from a different sign-in server than the one asked.",
    );
  }
}

/** @throws ProviderError when the redirect brings an error, or no code */
export function checkNotRefused(parameters: URLSearchParams): void {
  const error = parameters.get("error");
  if (error !== null) {
    const description = parameters.get("error_description");
    const said = description === null ? "" : `: ${cleanWords(description)}`;
    // What a person sees who pressed "Cancel" there (RFC 6749 §4.1.2.1).
    const refusal =
      error === "access_denied"
        ? "The sign-in was canceled, or the application declined it"
        : `The application refused (${cleanWords(error)})`;
    throw new ProviderError("refused", refusal + said, error);
  }
  if (!parameters.get("code")) {
    throw new ProviderError("unreadable", "The application sent the browser back without a code.");
  }
}

/** Returns what the redirect brings beside the code (`keepFromRedirect`), by field name. */
export function readRedirect({ method }: Provider, parameters: URLSearchParams): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [fieldName, parameter] of Object.entries(method.keepFromRedirect ?? {})) {
    const value = parameters.get(parameter);
    if (value) {
      read[fieldName] = cleanWords(value);
    }
  }
  return read;
}
