import { type Requirement, stated } from "./requirement.ts";

/** Signing in to MCP servers with OAuth, from the import to the end of the authorization. */
export const mcpSignInRequirements: Requirement[] = [
  ...stated("D24", {
    "mcp-sign-in.discovery":
      "The import of an MCP server that names its authorization server gives an OAuth method; signing in there gives a connection that lists and calls the server's tools.",
    "mcp-sign-in.resource":
      "Each token is requested for the server's own address (RFC 8707), at the sign-in and at each renewal.",
    "mcp-sign-in.open-listing":
      "A server that lists its tools without a token and names its authorization server has the OAuth method too, and runs its tools with the token.",
    "mcp-sign-in.foreign-resource":
      "Metadata of another resource is not used: no token for one server is ever requested by another.",
  }),
  ...stated("D18", {
    "mcp-sign-in.lacking":
      "The sign-in to a server whose authorization server registers no clients lacks an OAuth client from the import on, until an Admin sets one.",
    "mcp-sign-in.lacking.later":
      "When an authorization server registers clients no more, or begins to, a refresh of a connection, a sign-in or an import notes it.",
    "mcp-sign-in.lacking.servers":
      "Of several servers, the one that read an authorization server's metadata last decides for all whether it registers clients.",
  }),
  ...stated("D28", {
    "mcp-sign-in.registration":
      "When no client is set and the authorization server registers clients, GetSignInUrl registers one instead of 409: once for a company's method, with a redirect address of its own.",
    "mcp-sign-in.registration.forgotten":
      "When the authorization server no longer knows the client that was registered, and says so at the renewal of a token, the next sign-in registers another.",
    "mcp-sign-in.registration.refused":
      "When the authorization server does not register a client, GetSignInUrl is 409 with its reason.",
    "mcp-sign-in.registration.admin":
      "A client that an Admin sets is used instead of a registered one, with the shared redirect address.",
  }),
  ...stated("RFC 9700", {
    "mcp-sign-in.mix-up":
      "A code that another authorization server issued to a registered client is never sent to a hostile one, even without iss and for a public client.",
  }),
  ...stated("D33", {
    "mcp-sign-in.renewal":
      "When an MCP server refuses a token, concurrent calls renew it once, and each is repeated.",
    "mcp-sign-in.withdrawn":
      "When the authorization was withdrawn, the failure is authorizationExpired with a link that restores the same connection.",
    "mcp-sign-in.scope":
      "When a tool needs a further scope that the application's description names, the failure is missingScope with a link to sign in with it.",
    "mcp-sign-in.audience":
      "A token that the server refuses even after a renewal is authorizationExpired with a sign-in link, and is not renewed again by each call.",
  }),
  ...stated("D28a", {
    "mcp-sign-in.revocation": "Deleting the connection revokes its tokens at the authorization server.",
  }),
];
