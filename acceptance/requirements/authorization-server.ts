import { needing, type Requirement, stated } from "./requirement.ts";

/** Bowline as an OAuth 2.1 authorization server, and access tokens at the API. */
export const authorizationServerRequirements: Requirement[] = [
  ...stated("D55", {
    "console-token.swap":
      "POST /session/token, from the same origin only, swaps a session for a token of 5 minutes that ends with the session.",
  }),
  ...stated("D56", {
    "authorization-server.client-documents":
      "A client can be known by the https address of its metadata document, which must lie at that very address and name it.",
    "authorization-server.client-documents.rules":
      "A client's document is held to the same rules as a registration, however its address is written.",
    "authorization-server.client-documents.private":
      "A client's document is never looked for at a private address, unless the network is allowed.",
    "authorization-server.device.out-of-date":
      "A form for a device's code that is sent without its browser's session, or too late, is 400 and leads to a new form; browsers store neither page.",
    "authorization-server.device.refused":
      "A person can refuse a device on the page of its code and on the consent page, and is told so; the device gets access_denied.",
    "authorization-server.device.name":
      "The page of a device's code names the program in one line, without characters that hide or turn text.",
    "authorization-server.device":
      "A device gets tokens when a person types its code, confirms it and allows the client; its code works once.",
    "authorization-server.device.slow":
      "A device that asks sooner than after five seconds gets slow_down, and has to wait five seconds longer each time, whichever node it asks. It gets the person's decision at once anyway.",
    "authorization-server.metadata":
      "The metadata of the authorization server is at the root and at the addresses that keep a resource's path, as OAuth and as OpenID metadata.",
    "authorization-server.issuer": "Issuer and endpoints come from the settings, never from the request.",
    "authorization-server.client-credentials":
      "A service member's client gets a token with its credentials: an ES256 at+jwt for 10 minutes with the scopes it asked for.",
    "authorization-server.code":
      "A client gets tokens by the authorization code flow, with iss in the response. They act for the person.",
    "authorization-server.pkce": "The code flow needs PKCE with S256.",
    "authorization-server.resumption":
      "A browser that comes back to a request that is over is told so, whatever the address holds besides.",
    "authorization-server.redirects": "Nobody is sent to an address that the client has not registered.",
    "authorization-server.code.once":
      "Of several redemptions of one code at once exactly one succeeds; a later one ends the grant.",
    "authorization-server.refresh":
      "A refresh token is replaced at each use. Of several uses at once one succeeds; a later one ends the grant.",
    "authorization-server.revocation": "Revoking a refresh token or an access token ends the grant.",
    "authorization-server.introspection":
      "A client can introspect its own tokens, and no others. A request that names several tokens is refused.",
  }),
  ...stated("D57", {
    "authorization-server.challenge":
      "A 401 has a WWW-Authenticate header with the address of the resource's metadata, and invalid_token when a token was sent.",
    "authorization-server.resource-metadata":
      "The API, /mcp and each toolset's endpoint have metadata with their advertised address.",
    "authorization-server.audience":
      "A token is for the resource that was asked for, with or without a closing slash; another server's resource is refused.",
    "authorization-server.ends": "A token ends at once with the client and with the member behind it.",
  }),
  ...stated("D58", {
    "scopes.published": "Every operation but whoami publishes the one scope that a token needs for it.",
    "scopes.default":
      "Asked for no scope or only for unknown ones, a client gets tools:read, tools:execute and connections:read, as far as it named them when it was registered, if it named any.",
    "scopes.admin":
      "The scope admin is granted to Admins only, and is good only as long as its member is one. After that, introspection and new tokens do not name it.",
    "scopes.enforced":
      "A token without an operation's scope gets 403 FORBIDDEN with insufficient_scope and the scope; whoami needs none.",
  }),
  ...stated("D59", {
    "consent.shows":
      "The consent page names the client, where it sends the person back, the scopes in words and the company. form-action allows the redirect's origin.",
    "consent.shows.ipv6":
      "For a redirect to an IPv6 address, which a policy cannot name, form-action allows the redirect's scheme.",
    "consent.shows.document":
      "For a client with a document the page also names the host where the document lies.",
    "consent.refuse": "A refused request goes back with access_denied.",
    "consent.remembered":
      "Consent is remembered per person and client; asked for more, or with prompt=consent, the page is shown again.",
    "consent.asked-again":
      "Consent is not remembered for a device, nor for a client with a document that is sent to an address on the person's machine.",
    "consent.narrowed":
      "A person can narrow a grant to one of their toolsets or to read-only. A grant narrowed to a toolset ends with it, and one for a toolset's MCP endpoint is narrowed to it.",
    "consent.toolset-deleted":
      "When the chosen toolset is deleted while the consent page is open, the page says so and is shown again, with the choice to only read kept.",
    "consent.role-changed":
      "When the person could give other scopes than the open consent page showed, because their role changed, nothing is given and the page is shown again.",
    "grants.list": "GET /v1/grants lists one's own grants, and to Admins the company's.",
    "grants.delete": "DELETE /v1/grants withdraws one's own grant, or as an Admin the company's, at once.",
    "consent.bound": "A request is decided in the browser that began it, with a form of our own page.",
    "consent.sign-in": "A person signs in before the consent page.",
  }),
  ...needing(["chromium", "chromium-browser", "google-chrome"], "D59a", {
    "consent.browser":
      "A real browser signs in, allows a client and gets to the client's address; the second time without a question.",
  }),
  ...stated("D59a", {
    "authorization-server.clients":
      "Admins make, list and delete the clients of service members. The secret is shown once, and tokens have at most the client's scopes.",
    "authorization-server.companies":
      "Another company neither sees nor changes a client, and its tokens reach nothing of this one.",
    "authorization-server.registration":
      "Registration drops unknown scopes, grants and response types, and takes redirects to this machine and to own schemes.",
    "authorization-server.registration.refused":
      "Registration refuses redirects by plain http to other machines, dangerous schemes, a user before the host, what parsers read differently, a name that nobody can see, and what is too large. It gives nobody client credentials.",
    "authorization-server.nul": "A client id or resource with the character NUL is refused as unknown.",
  }),
];
