import { type Requirement, stated } from "./requirement.ts";

/** The authorization server on several nodes, when a node dies, and under attack. */
export const oauthFaultsRequirements: Requirement[] = [
  ...stated("D49", {
    "log.people":
      "The log has a line for a sign-in, a failed one, a sign-out, an invitation that was used, a client that registered itself, a consent and a withdrawal.",
    "log.people.private":
      "Every line is JSON, and none holds a password, cookie, link, code, token or secret.",
  }),
  ...stated("D59a", {
    "authorization-server.registration.rate":
      "A network address that registers too many clients in an hour gets 429 with the time to wait; others go on.",
  }),
  ...stated("D57", {
    "prompts.login":
      "With prompt=login or prompt=select_account a person signs in once more, also one who is signed in.",
    "prompts.none":
      "With prompt=none no page is shown: who has agreed before gets a code, others login_required or consent_required.",
    "prompts.stranger":
      "A failed or silent request of a client that nobody has allowed leads to another machine only by a link that names it.",
    "prompts.max-age":
      "With max_age a person signs in once more whose sign-in is older, and auth_time is when they signed in.",
    "prompts.login-hint": "login_hint fills in the e-mail address of the sign-in page.",
    "resources.open":
      "A client that names no resource gets a token for the API, or for the MCP endpoint that the person chooses at consent, which is remembered.",
    "resources.one": "A request for several resources is refused with invalid_target.",
    "nodes.oauth.grant":
      "A grant that is withdrawn at one node is refused by all from the response on, with its refresh token.",
    "nodes.oauth.member":
      "The grants and sessions of a member who is removed at one node end on all before the response.",
    "nodes.oauth.session":
      "The console's tokens end on all nodes at once when their session is signed out or ended by a new password.",
  }),
  ...stated("D59b", {
    "people.throttled.known-browser":
      "A browser in which a person signed in before has a budget of wrong tries of its own, for that person.",
  }),
  ...stated("D54", {
    "people.secrets":
      "Passwords, cookies, invitation links, codes, tokens and client secrets are in no log, metric, history or response to others, and in the database only as hashes or sealed.",
  }),
  ...stated("D56a", {
    "authorization-server.length":
      "A request with long parameters comes to its end like others; with more than 4096 bytes together it is refused with invalid_request, also for a device.",
    "authorization-server.browser":
      "A request that was decided is over: its consent page opens no more. A copy of its cookies opens no other request.",
  }),
  ...stated("D56", {
    "authorization-server.too-long":
      "A body that is too long for an introspection or revocation is refused, and its connection carries the next request, as a proxy may send.",
    "authorization-server.issuer.host": "A forged Host gets into no metadata and no address.",
    "nodes.oauth.once":
      "Of redemptions of one code or refresh token at several nodes at once exactly one succeeds, and its grant goes on.",
    "nodes.oauth.kill":
      "When a node is killed during redemptions, every token that a client received works on the others, and what had no response can be redeemed again.",
    "nodes.oauth.kill-once": "A code or refresh token that was redeemed is refused after a kill, too.",
    "authorization-server.device.address":
      "A person finds the page for a device's code at /device, too, with the code filled in when the link has it.",
    "authorization-server.device.guesses":
      "A network address that types too many wrong codes of devices gets 429; others go on.",
    "nodes.oauth.replay": "A refresh token that is used again at another node ends the grant.",
  }),
];
