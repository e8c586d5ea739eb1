import { type Requirement, stated } from "./requirement.ts";

/** What a record of the history, a grant and the list of OAuth clients tell. */
export const recordRequirements: Requirement[] = [
  ...stated("D59", {
    "grants.last-used":
      "A grant tells when one of its tokens was last used, at the API or over MCP; null until then.",
  }),
  ...stated("D23", {
    "applications.clients.list":
      "GET /v1/applications/OAuthClients lists each OAuth method with whose client it uses: the company's, one that the server registered, the operator's or none, and the redirect address of it.",
    "applications.clients.needs":
      "The list of OAuth clients tells what an Admin needs to register one: whether this server may register one itself, the usual scopes, the hosts it may be sent to, null when they must be named, and the provider's documentation where it is known.",
    "applications.clients.private":
      "The list of OAuth clients has no secret, and no client of another company.",
    "applications.clients.admins":
      "The list of OAuth clients is for Admins with a credential that is not narrowed.",
  }),
  ...stated("D34", {
    "history.timings":
      "A record says how many milliseconds the checks, the application and the results took, and how long the call waited for a token.",
    "history.timings.token":
      "A call that waited for the renewal of its token has that time in its record, apart from the application's.",
    "history.headers":
      "A record keeps headers of the application's response that carry no credentials, with secrets masked; others, and long values, are left out.",
  }),
];
