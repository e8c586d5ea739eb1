import { needing, type Requirement, stated } from "./requirement.ts";

/** Signing in by OAuth, and the life of the tokens that come of it. */
export const signInRequirements: Requirement[] = [
  ...stated("D28", {
    "sign-in.result": "GET /v1/connections/SignInResult?state= tells what came of a sign-in.",
    "sign-in.result-foreign": "The result of another caller's sign-in is not told.",
    "sign-in.reconnect": "Signing in again with connectionId keeps the connection's id, name and default.",
    "sign-in.account-label": "accountLabel is filled from the id token or the method's account call.",
    "sign-in.confirm.refused": "A sign-in that is refused on the confirmation page stores nothing.",
    "sign-in.confirm.forged":
      "A confirmation with a forged token, without the page's cookie or with another's stores nothing.",
    "sign-in.confirm.framing": "The confirmation page may not be framed, stored or sniffed.",
    "sign-in.provider-forms": "Token endpoints that bend RFC 6749 are understood.",
    "sign-in.operator-client":
      "The operator's client is used where a company has none, and sent to no host that he did not name.",
    "sign-in.provider-facts": "What the facts of a provider say of its requests and answers is obeyed.",
    "sign-in.provider-faults":
      "A provider that is down, slow, answers HTML or redirects elsewhere leaves a plain page and no connection.",
    "sign-in.consent-refused": "Consent refused at the provider is told in its own words, escaped.",
    "sign-in.clock": "A provider whose clock is five minutes off can be signed in at.",
    "sign-in.client-credentials":
      "A client-credentials method connects without a person and renews its token.",
  }),
  ...stated("RFC 9207", {
    "sign-in.issuer": "An iss of the redirect is checked against the provider's issuer, where that is known.",
  }),
  ...stated("D33", {
    "sign-in.refresh.before-expiry": "A token is refreshed before it runs out.",
    "sign-in.refresh.after-401": "A token that the application refuses is refreshed, and the call repeated.",
    "sign-in.refresh.rotation": "A rotated refresh token is kept; the old one is never sent again.",
    "sign-in.refresh.once": "Calls and processes that need a refresh at once cause one.",
    "sign-in.refresh.refused":
      "A refused refresh marks the connection expired with the reason, and the failure carries a sign-in link.",
    "sign-in.refresh.unavailable": "A provider that is down leaves the connection active; later it goes on.",
  }),
  ...needing(["chromium", "chromium-browser", "google-chrome"], "D28", {
    "sign-in.browser": "The whole way works in a real browser, with and without JavaScript.",
  }),
];
