import { type Requirement, stated } from "./requirement.ts";

/** Where secrets may go, and how accounts are handed over. */
export const originRequirements: Requirement[] = [
  ...stated("D73", {
    "origins.import":
      "After an import that moves the server, nothing is sent: the connection has status error with both addresses, its calls fail as originChanged, and the import counts it.",
    "origins.back": "A description that moves back lets its connections go on.",
    "origins.base-url": "An Admin's baseUrl that moves the server stops connections likewise.",
    "origins.own-server": "An operation that gets a server of its own stops connections likewise.",
    "origins.confirm":
      "The owner confirms the new addresses with confirmOrigins, or enters the credentials anew.",
    "origins.confirm-foreign": "Nobody confirms for another, an Admin neither.",
    "origins.other-change": "A change of something else confirms nothing.",
    "origins.own-field":
      "A field that decides the host changes for stored credentials only when that is confirmed or all of them are sent again.",
    "origins.other-uses":
      "Test calls, refreshes of objects, renewals and overrides send nothing to a moved address.",
    "origins.sign-in": "Tokens of a sign-in do not go to addresses that were moved while it was under way.",
  }),
  ...stated("D74", {
    "token-hosts.default":
      "Left out, tokenHosts are the hosts that the description names; the client is sent to no other.",
    "token-hosts.refused":
      "A client whose token host comes from a field that may be any host is refused until tokenHosts is given.",
    "token-hosts.kept": "A client is sent to none but its tokenHosts, whatever a connection's fields say.",
  }),
  ...stated("D78", {
    "overrides.rules": "An override obeys the field's type, length, pattern and enum.",
    "overrides.host": "A field that decides the host is overridable only with an enum.",
  }),
  ...stated("D79", {
    "sign-in-link.nowhere-else":
      "A sign-in link stands in the response to the caller and not in the history.",
    "sign-in-page.receiver":
      "The confirmation page names the receiver with e-mail address and kind, the application, the account, the scopes and the hosts.",
  }),
];
