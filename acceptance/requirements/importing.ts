import { type Requirement, stated } from "./requirement.ts";

/** The first steps of whoever imports an API. */
export const importingRequirements: readonly Requirement[] = [
  ...stated("D44", {
    "import.address.unknown":
      "Where a document names no usable server, the connection has the required field baseUrl and the import says so.",
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
  ...stated("D46", {
    "import.credentials.no-input":
      "A query, header or cookie parameter with a well-known credential name is no input of an operation with credentials.",
    "import.credentials.inputs": "Path parameters, body members and other tokens stay inputs.",
  }),
];
