import { type Requirement, stated } from "./requirement.ts";

/** What clients in use do with the MCP endpoints. */
export const mcpClientRequirements: Requirement[] = [
  ...stated("D52", {
    "clients.key":
      "Clients in use list a toolset's tools and call them with an API key, as x-api-key and as a Bearer token.",
    "clients.refused": "Clients in use report a wrong key as an error, and list nothing.",
  }),
  ...stated("D16", {
    "clients.nodes.key":
      "A key that was deleted on one server is refused on every server from the response on, by /mcp as by /v1.",
    "clients.nodes.list":
      "A toolset that was changed on one server is listed alike by every server from the response on.",
  }),
  ...stated("D57", {
    "clients.nodes.token":
      "A token whose client was deleted on one server is refused on every server from the response on, by /mcp as by /v1.",
  }),
  ...stated("D56", {
    "clients.conformance.authorization":
      "The authorization command of the protocol's own conformance suite passes, for a client that registered itself.",
    "clients.sign-in":
      "The OAuth of the SDKs works from the first 401 on: they find the server, register, send the person to consent and redeem the code.",
    "clients.sign-in.document":
      "The SDKs sign a person in as a client that is known by the address of its metadata document, and register nothing.",
    "clients.sign-in.loopback":
      "A server on this machine signs clients in at localhost as at 127.0.0.1, whichever of them its own address has.",
    "clients.sign-in.step-up":
      "A client that registered itself gets a scope that it did not name then, when a call needs it and the person allows it, and keeps those that it had.",
    "clients.sign-in.token": "The Inspector's command line uses a token that another client got.",
    "clients.loopback.metadata":
      "Metadata of a resource and the challenge name the server as it was called, by any name of the loopback address with its own port; every other Host gives the public address.",
    "clients.loopback.issuer": "The issuer is the public address, whatever the Host header says.",
    "clients.sign-in.refresh": "The SDKs get a new access token with their refresh token.",
    "clients.sign-in.revoked":
      "When its grant was revoked, a client has to send the person to sign in again.",
  }),
  ...stated("D59", {
    "clients.sign-in.toolset":
      "A client whose person chose a toolset at consent gets that toolset's tools at /mcp.",
  }),
  ...stated("D60", {
    "clients.conformance":
      "The protocol's own conformance suite passes, except for the parts that a server of tools does not have.",
    "clients.nodes.session": "A session that was begun on one server goes on at any other.",
  }),
  ...stated("D61", {
    "clients.descriptions": "Clients in use show each tool's name, description and the members of its input.",
  }),
  ...stated("D62", {
    "clients.meta": "Clients in use list and call the tools of /mcp.",
  }),
  ...stated("D63", {
    "clients.nested":
      "Objects and lists in a tool's input arrive at the application as the model wrote them.",
    "clients.failure": "Clients in use pass the message of a failed call on to the model.",
  }),
];
