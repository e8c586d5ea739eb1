import { type Requirement, stated } from "./requirement.ts";

/** The first steps of whoever imports an API. */
export const importingRequirements: readonly Requirement[] = [
  ...stated("D44", {
    "import.address.unknown":
      "Where a document names no usable server, the connection has the required field baseUrl and the import says so.",
    "import.address.secret": "A server variable that is named for a credential is a secret field.",
    "import.address.checked": "baseUrl of a connection is an absolute http or https address.",
    "import.address.connection": "A tool is called at the connection's baseUrl.",
    "import.address.admin": "An Admin sets baseUrl by PATCH, and connections are no longer asked for it.",
    "import.address.stays": "A baseUrl set by PATCH stays at a new import, unless that gives another.",
    "import.address.admin-checked": "baseUrl of a PATCH and of an import is checked.",
  }),
  ...stated("D45", {
    "import.credentials.missing":
      "An import that finds no security scheme says so and names what mends it, with the provider that the server belongs to.",
    "import.provider": "provider attaches the methods of a known provider, and every tool takes them.",
    "import.provider.unknown": "An unknown provider is 400 at provider.",
    "providers.list":
      "GET /v1/providers lists provider, name, types and documentationUrl in the list envelope.",
    "providers.search": "search finds providers by a part of their names.",
    "providers.members": "Any member may read the providers.",
  }),
  ...stated("D24", {
    "import.messages.kind":
      "What is no OpenAPI document is named: a page, a collection, a schema of another kind.",
    "import.messages.line": "A mistake in YAML or JSON is told with its line.",
    "import.messages.fetch": "A document that cannot be fetched is refused at url with what to do.",
    "import.messages.private": "A private address is refused with the setting that allows it.",
  }),
  ...stated("D46", {
    "import.credentials.no-input":
      "A query, header or cookie parameter with a well-known credential name is no input of an operation with credentials.",
    "import.credentials.inputs": "Path parameters, body members and other tokens stay inputs.",
  }),
  ...stated("D71", {
    "import.mutual-tls":
      "Mutual TLS in a document is a method mutualTLS with certificate, privateKey and passphrase, all secret.",
    "import.mutual-tls.checked": "What is no PEM text is refused when the connection is made.",
    "execute.mutual-tls":
      "A call through such a connection presents its certificate, and no other connection's.",
    "execute.mutual-tls.unusable":
      "A certificate that cannot be used fails the call, without the key in the message.",
  }),
  ...stated("D70", {
    "connections.account.guessed":
      "A GET that plainly reads the caller's own account names the account of a new connection.",
    "connections.account.fails": "Its failure refuses nothing, and it does not hold up the connection.",
    "connections.account.stated": "A test call that the document marks goes before it.",
  }),
];
