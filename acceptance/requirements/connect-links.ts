import { needing, type Requirement, stated } from "./requirement.ts";

/** Links to a page where a person connects an account for the caller. */
export const connectLinkRequirements: Requirement[] = [
  ...stated("D51", {
    "connect-link.create":
      "POST /v1/connections/ConnectLink returns the page's address, a state and the time of the end, ten minutes later.",
    "connect-link.create.checked":
      "A link for an unknown application, method or environment is refused with details, and so is one that needs no connection.",
    "connect-link.return-url.allowed":
      "returnUrl must begin with an address of BOWLINE_RETURN_URLS, with exactly its origin.",
    "connect-link.return-url.none": "Without BOWLINE_RETURN_URLS no returnUrl is taken.",
    "connect-link.result": "SignInResult returns the result of a link to its caller, and to nobody else.",
    "connect-page.choice":
      "The page offers the application's methods, each with its own fields, their labels, help and environments; secrets are password inputs.",
    "connect-page.stored":
      "What is typed on the page becomes a connection of the link's caller, with the link's name, default and environment.",
    "connect-page.same-rules":
      "The page obeys the rules of POST /v1/connections and shows each problem at its field; the link stays usable.",
    "connect-page.refusal":
      "When the application refuses the credentials, its words are shown at the field and nothing is stored.",
    "connect-page.nothing-returned":
      "Of what was typed, only fields that are not secret are shown again. No secret is in a page or in the log.",
    "connect-page.single-use":
      "A link that was used works no more, neither opened nor sent again. In the browser that used it the page says that it worked.",
    "connect-page.concurrent": "Of several requests that use a link at once, one stores a connection.",
    "connect-page.opened": "Opening the page, also with HEAD, uses nothing up.",
    "connect-page.refused": "A person can refuse; nothing is stored, and the result says so.",
    "connect-page.return":
      "The browser is sent to returnUrl with state and status, connected or refused; without returnUrl a page of ours says it.",
    "connect-page.return-declared":
      "By the page's policy, a form that takes secrets leads to the page itself and to returnUrl's origin only.",
    "connect-page.unknown":
      "An unknown link and a used one show a plain page with 404 or 410 that tells nothing.",
    "connect-page.ended":
      "A removed member, a deleted application or a removed method ends a link, and the page says so.",
    "connect-page.hidden": "While the application is hidden the page says so at once, and asks for nothing.",
    "connect-page.own-page":
      "A form that did not come from a page of this link in this browser stores nothing and does not use the link up.",
    "connect-page.tampered":
      "Methods, environments and fields that the link does not offer are refused, whatever the form sends.",
    "connect-page.escaped": "Texts of members, documents and callers are shown as text, and in one line.",
    "connect-page.not-set-up":
      "Without an OAuth client a sign-in is not offered. When no other way is left, the page says at once who can set it up, and the link stays usable.",
    "connect-page.large-forms": "A form over 64 KiB is refused with 413; the link stays usable.",
    "connect-page.attempts": "A link ends after 20 attempts.",
    "connect-page.sign-in":
      "An OAuth method leads to the provider and back through the callback and its confirmation page, then to returnUrl.",
    "connect-page.sign-in-refused":
      "When the person does not consent, at the provider or on the confirmation page, the link ends and the browser returns as refused.",
    "connect-page.sign-in-repeated":
      "A sign-in that failed without a refusal can be repeated from its link, which the page leads back to; the result is pending with the reason meanwhile.",
    "connect-page.sign-in-once":
      "Two sign-ins of one link give one connection; the other's tokens are revoked.",
  }),
  ...stated("D79", {
    "connect-page.receiver":
      "The page names the application and the receiver, with e-mail address, kind and company, and the hosts that get the credentials.",
  }),
  ...stated("D79", {
    "confirm-page.scopes":
      "The confirmation page describes scopes in the words of the application's description, else in words taken from their names.",
  }),
  ...stated("D72", {
    "confirm-page.icon": "The page of a link and the confirmation page show the application's icon.",
  }),
  ...stated("D80", {
    "connect-page.headers": "The page may not be framed, stored or sniffed, and runs no script.",
  }),
  ...stated("D28", {
    "confirm-page.own-browser":
      "A sign-in ends without a question in a browser where its receiver is signed in, and in no other, unless the account is another one.",
    "confirm-page.kept-account":
      "With the link of a failed call, only a browser in which the connection's owner is signed in can give the connection another account.",
  }),
  ...stated("D73", {
    "connect-page.origins":
      "Credentials typed on the page are sealed to the application's addresses as any others.",
  }),
  ...needing(["chromium", "chromium-browser", "google-chrome"], "D51", {
    "connect-page.browser":
      "The page works in a real browser with and without JavaScript, at 375 pixels, back to another origin, and after a double click.",
  }),
];
