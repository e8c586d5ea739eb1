import { type Requirement, stated } from "./requirement.ts";

/** The first steps of an API import. */
export const importingRequirements: readonly Requirement[] = [
  ...stated("D44", {
    "import.address.unknown":
      "When a document names no usable server, the connection has the required field baseUrl and the import says so.",
    "import.address.secret": "A server variable that is named for a credential is a secret field.",
    "import.address.checked": "A connection's baseUrl must be an absolute http or https address.",
    "import.address.connection": "A tool is called at the connection's baseUrl.",
    "import.address.admin": "An Admin sets baseUrl by PATCH; then connections no longer need it.",
    "import.address.stays": "A later import keeps a baseUrl set by PATCH, unless the import gives another.",
    "import.address.admin-checked": "The baseUrl of a PATCH and of an import is validated.",
  }),
  ...stated("D45", {
    "import.credentials.missing":
      "When an import finds no security scheme, it says so, what to do, and which provider the server belongs to.",
    "import.provider": "provider adds the methods of a known provider, and every tool accepts them.",
    "import.provider.unknown": "An unknown provider is 400 at provider.",
    "providers.list":
      "GET /v1/providers lists provider, name, types and documentationUrl in the list envelope.",
    "providers.search": "search finds providers by a part of their name.",
    "providers.members": "Any member may read the providers.",
  }),
  ...stated("D24", {
    "import.messages.kind":
      "When the document is not OpenAPI, the message says what it is: a page, an archive, a collection, another kind of schema.",
    "import.messages.repeated":
      "A member that an object of the description has twice is named in warnings, also in a document that is sent as JSON.",
    "import.messages.line": "The message about an error in YAML or JSON has its line.",
    "import.messages.fetch": "When a document cannot be fetched, the problem is at url and says what to do.",
    "import.messages.private":
      "When a private address is refused, the message names the setting that allows it.",
  }),
  ...stated("D24a", {
    "import.files":
      "An import by address follows references to files of the document's origin, JSON or YAML: schemas, parameters, path items. A reference is resolved against the file that has it.",
    "import.files.once": "Each file is fetched once, and only if an operation or a component needs it.",
    "import.files.again": "A dry run and an import again do the same.",
    "import.files.origin":
      "A reference to another origin, or with a user name, is not followed and is named in warnings; a redirect to another origin is not followed either.",
    "import.files.missing":
      "A file that is not there, requires credentials or cannot be read is named in warnings with its address; the rest is imported.",
    "import.files.failing":
      "When the server of a file fails, the import is 400 at url with the file's address and changes nothing.",
    "import.files.count": "At most 200 files are followed; warnings say when there are more.",
    "import.files.size":
      "The document and its files together may be as large as an import; more is 400 at url with the address of a file.",
    "import.files.threads": "Files of many megabytes are read outside of the event loop, as the document is.",
    "import.files.sent": "A document that is sent as document or text is imported without files.",
  }),
  ...stated("D46", {
    "import.credentials.no-input":
      "For an operation with credentials, a query, header or cookie parameter with a well-known credential name is not an input.",
    "import.credentials.inputs": "Path parameters, body members and other tokens stay inputs.",
  }),
  ...stated("D71", {
    "import.mutual-tls":
      "Mutual TLS in a document becomes a method mutualTLS with certificate, privateKey and passphrase, all secret.",
    "import.mutual-tls.checked": "A value that is not PEM text is refused when the connection is created.",
    "import.mutual-tls.matched":
      "A certificate, a private key and a passphrase that do not belong together are refused when they are stored, without the key in the message.",
    "execute.mutual-tls":
      "A call through such a connection presents its certificate, and no other connection's.",
    "execute.mutual-tls.origin":
      "A client certificate is presented to the application's own origin only, not where it redirects.",
    "execute.mutual-tls.unusable": "A certificate that the application does not accept fails the call.",
  }),
  ...stated("D70", {
    "connections.account.guessed":
      "A GET that clearly reads the caller's own account sets accountLabel of a new connection.",
    "connections.account.fails": "When that GET fails, the connection is created anyway, and without delay.",
    "connections.account.sign-in":
      "After a sign-in whose provider does not name the account, that call does, on the confirmation page, too.",
    "connections.account.stated": "A test call marked in the document is used instead.",
  }),
];
