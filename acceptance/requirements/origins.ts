import { type Requirement, stated } from "./requirement.ts";

/** Where secrets may go, and how accounts are handed over. */
export const originRequirements: Requirement[] = [
  ...stated("D73", {
    "origins.import":
      "After an import changes the server's address, nothing is sent: the connection has status error with both addresses, its calls fail as originChanged, and the import counts it.",
    "origins.back": "When the description returns to the old address, its connections work again.",
    "origins.base-url": "An Admin's baseUrl that changes the server's address also stops connections.",
    "origins.own-server": "An operation that gets its own server also stops connections.",
    "origins.confirm":
      "The owner confirms the new addresses with confirmOrigins, or enters the credentials again.",
    "origins.confirm-named":
      "A confirmation that names the addresses is refused when they are others by now, and confirms no more than it names.",
    "origins.environment":
      "When an import removes an environment, its connections send nothing until their owner chooses another; a renamed one takes its connections along.",
    "origins.confirm-foreign": "Nobody can confirm for another member, not even an Admin.",
    "origins.other-change": "A change of another member does not confirm the addresses.",
    "origins.own-field":
      "For stored credentials, a field that sets the host changes only when the owner confirms it or sends all credentials again.",
    "origins.other-uses":
      "Test calls, object refreshes, token refreshes and overrides send nothing to a changed address.",
    "origins.sign-in": "A sign-in's tokens are not sent to addresses that changed during the sign-in.",
  }),
  ...stated("D74", {
    "token-hosts.default":
      "By default tokenHosts are the hosts in the description; the client is sent to no other host.",
    "token-hosts.refused":
      "A client whose token host comes from a field that may be any host is refused until tokenHosts is given.",
    "token-hosts.kept": "A client is sent only to its tokenHosts, whatever the connection's fields contain.",
  }),
  ...stated("D78", {
    "overrides.rules": "An override obeys the field's type, length, pattern and enum.",
    "overrides.host": "A field that sets the host is overridable only with an enum.",
  }),
  ...stated("D79", {
    "sign-in-link.nowhere-else": "A sign-in link is in the response to the caller, not in the history.",
    "sign-in-page.receiver":
      "The confirmation page names the receiver with e-mail address and kind, the application, the account, the scopes and the hosts.",
  }),
];
