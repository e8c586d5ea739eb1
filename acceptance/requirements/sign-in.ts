import { needing, type Requirement, stated } from "./requirement.ts";

/** Signing in with OAuth, and the lifetime of its tokens. */
export const signInRequirements: Requirement[] = [
  ...stated("D28", {
    "sign-in.result": "GET /v1/connections/SignInResult?state= returns the result of a sign-in.",
    "sign-in.result-foreign": "The result of another caller's sign-in is not returned.",
    "sign-in.reconnect": "Signing in again with connectionId keeps the connection's id, name and default.",
    "sign-in.account-label": "accountLabel is filled from the id token or the method's account call.",
    "sign-in.confirm.refused": "A sign-in that is refused on the confirmation page stores nothing.",
    "sign-in.confirm.forged":
      "A confirmation with a forged token, without the page's cookie, or with another browser's cookie stores nothing.",
    "sign-in.confirm.framing": "The confirmation page may not be framed, stored or sniffed.",
    "sign-in.provider-forms": "Token endpoints that deviate from RFC 6749 work.",
    "sign-in.operator-client":
      "The operator's client is used when a company has none, and is sent only to hosts that the operator named.",
    "sign-in.provider-facts": "Requests and responses follow the known facts about a provider.",
    "sign-in.provider-faults":
      "When a provider is down, is slow, returns HTML or redirects elsewhere, the user sees a plain page and no connection is stored.",
    "sign-in.consent-refused": "When consent is refused, the page shows the provider's own words, escaped.",
    "sign-in.clock": "A sign-in works when the provider's clock is five minutes off.",
    "sign-in.client-credentials":
      "A client-credentials method connects without a person and refreshes its token.",
  }),
  ...stated("RFC 9207", {
    "sign-in.issuer": "The iss parameter of the redirect must equal the provider's issuer, if that is known.",
  }),
  ...stated("D33", {
    "sign-in.refresh.before-expiry": "A token is refreshed before it expires.",
    "sign-in.refresh.after-401":
      "When the application refuses a token, it is refreshed and the call is repeated.",
    "sign-in.refresh.rotation": "A rotated refresh token is stored; the old one is never sent again.",
    "sign-in.refresh.once": "Calls and processes that need a refresh at the same time cause only one.",
    "sign-in.refresh.refused":
      "A refused refresh marks the connection expired with the reason, and the failure has a sign-in link.",
    "sign-in.refresh.link-used":
      "Failures have the same sign-in link until somebody uses it. After a sign-in that did not succeed the next one is another.",
    "sign-in.refresh.unavailable":
      "When the provider is down, the connection stays active and works again later.",
  }),
  ...needing(["chromium", "chromium-browser", "google-chrome"], "D28", {
    "sign-in.browser": "The whole sign-in works in a real browser, with and without JavaScript.",
  }),
];
