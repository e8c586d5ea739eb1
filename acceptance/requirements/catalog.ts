import { type Requirement, stated } from "./requirement.ts";

/** Applications, authentication methods, tools, slugs, lists and imports. */
export const catalogRequirements: Requirement[] = [
  ...stated("contract: What the service does", {
    "applications.slug": "An application is addressed by its slug.",
    "applications.authentications": "An application has one or more authentication methods.",
    "tools.slug": "A tool is addressed by its slug.",
    "tools.schemas": "A tool's input and output are described by JSON Schemas.",
  }),
  ...stated("contract: Limits, pagination", {
    "lists.envelope": "A list returns exactly items, totalCount, offset and top.",
    "lists.default-offset": "The default of offset is 0.",
    "lists.default-top": "The default of top is 100.",
    "lists.default-top.connections": "The default of top is 25 for the connections list.",
    "lists.end": "Paging until offset + items.length >= totalCount returns every item once.",
    "lists.past-end": "An offset past the end returns no items and the true totalCount.",
  }),
  ...stated("contract: List endpoints", {
    "tools.search": "GET /v1/tools takes a search value.",
    "applications.search": "GET /v1/applications takes a search value.",
  }),
  ...stated("D17", {
    "applications.record": "An application record has the members of D17 and no others.",
    "applications.source": "source of an imported OpenAPI document is openapi.",
    "applications.requires-connection": "requiresConnection is false when no tool needs credentials.",
    "applications.tool-count": "toolCount is the number of the application's tools.",
  }),
  ...stated("D18", {
    "authentications.record": "An authentication method has the members of D18 and no others.",
    "authentications.id-unique": "authenticationId is unique in the whole catalog.",
    "authentications.id-stable": "authenticationId stays the same when the application is imported again.",
    "authentications.none":
      "An application that asks for no credentials has the method `none`, so that a toolset can hold a connection to it.",
    "authentications.types":
      "Security schemes become apiKey, basic, bearer, oauth2 and oauth2ClientCredentials.",
    "authentications.environments": "environments are strings; the first is the default.",
    "authentications.fields":
      "A field has the members of D18; credentials are secret, server variables are not.",
  }),
  ...stated("D19", {
    "tools.record": "A tool record has the members of D19 and no others.",
    "tools.schemas.local-refs": "Every $ref of a tool's schemas points into its own $defs.",
    "tools.annotations":
      "readOnlyHint and idempotentHint follow the HTTP method; destructiveHint is false only for what reads, or by POST goes to a collection or says that it only adds or looks.",
    "tools.results-path": "resultsPath is the JSON Pointer of the tool's list of results, or null.",
    "tools.requires-connection": "requiresConnection is false for an operation without security.",
    "tools.deprecated": "isDeprecated is true for a deprecated operation.",
    "tools.deprecated.told":
      "The description that a model reads of a deprecated tool begins by saying so, and an import again keeps the mark.",
    "tools.tags": "tags are the operation's tags.",
  }),
  ...stated("D20", {
    "slugs.application": "An application slug that breaks the pattern is refused.",
    "slugs.tool": "A tool slug is the application and the operation in snake case.",
    "slugs.form": "A tool slug matches ^[a-z][a-z0-9_]{0,47}$.",
    "slugs.unique": "No two tools that a caller sees have the same slug.",
    "slugs.dash": "A dash of the application's slug becomes an underscore in tool slugs.",
    "slugs.cut":
      "A name that cannot be shortened enough is cut to 48 characters and ends in _ and 6 hexadecimal characters of its SHA-256.",
    "slugs.no-operation-id": "Without an operationId the slug is made from method and path.",
    "slugs.never-renamed": "A tool keeps its slug when a later import changes its operationId.",
    "slugs.never-reused": "A published slug is not given to another operation.",
    "slugs.alias": "A published slug still names its tool after later imports.",
  }),
  ...stated("D21", {
    "slugs.bare": "A bare operation name finds its tool when applicationSlug is given.",
    "slugs.bare-alone": "A bare operation name without applicationSlug is 404.",
    "slugs.matching-application": "A full slug with its own applicationSlug is accepted.",
    "slugs.differing-application": "A full slug whose application differs from applicationSlug is 400.",
    "slugs.unknown-application": "An unknown applicationSlug is 404.",
  }),
  ...stated("D22", {
    "lists.top-range": "top below 1 or above 1000 is 400 naming top.",
    "lists.offset-range": "A negative offset is 400 naming offset.",
    "lists.not-numbers": "An offset or top that is not an integer is 400.",
    "lists.stable-order": "Without search a list is ordered by slug.",
    "tools.filter.application": "GET /v1/tools?applicationSlug returns only that application's tools.",
    "tools.filter.unknown-application": "GET /v1/tools with an unknown applicationSlug is 404.",
    "tools.filter.toolset": "GET /v1/tools?toolsetId returns only the tools the toolset permits.",
    "tools.filter.tag": "GET /v1/tools?tag returns only the tools with that tag.",
    "tools.filter.read-only":
      "GET /v1/tools?readOnly=true returns only the read-only tools, readOnly=false only the others.",
    "tools.filter.together": "All conditions of the tools list must hold.",
    "search.pages": "A search is paged like any list.",
    "tools.view.summary": "view=summary omits the two schemas and nothing else.",
    "connections.filter.unknown-application": "GET /v1/connections with an unknown applicationSlug is 404.",
    "connections.filter.application":
      "GET /v1/connections?applicationSlug returns only that application's connections.",
    "connections.search": "GET /v1/connections takes a search value.",
    "connections.search.accents":
      "A search of connections finds a name in both ways to write accents in Unicode.",
    "connections.order": "The connections list is ordered by id.",
    "search.relevance": "With search the best match comes first.",
    "search.blank": "A search for white space returns the same as no search.",
    "search.no-match": "A search without a match returns an empty list.",
  }),
  ...stated("D23", {
    "applications.get": "GET /v1/applications/{slug} returns the record.",
    "applications.get.missing": "An unknown application slug is 404.",
    "applications.update": "An Admin changes an imported application by PATCH.",
    "applications.delete": "An Admin deletes an imported application and its tools.",
    "tools.get": "GET /v1/tools/{toolSlug} returns the record.",
    "tools.get.missing": "An unknown tool slug is 404.",
    "tools.schema.object":
      "With a contextValue the schemas have the object's own fields and lack the inputs that its name fills.",
    "tools.schema.object-unknown": "The schema for an object that a refreshed connection lacks is 404.",
    "tools.schema": "GET /v1/tools/{toolSlug}/schema returns the input and output schema.",
    "tools.schema.connection":
      "The schema endpoint accepts the caller's own connectionId and refuses another caller's.",
  }),
  ...stated("D42", {
    "applications.delete.connections":
      "DELETE of an application that has connections is 409; with force=true it deletes them, too, and they leave their toolsets.",
  }),
  ...stated("D23", {
    "applications.client.set": "PUT …/client stores the company's own OAuth client.",
    "applications.client.get": "GET …/client returns it without the secret, and is 404 when there is none.",
    "applications.client.delete": "DELETE …/client removes it.",
    "applications.client.secret": "No response contains the client secret.",
    "applications.client.lacking":
      "An application says of each sign-in whether the caller's company lacks an OAuth client for it, to every member.",
  }),
  ...stated("D24", {
    "import.marks.warnings": "A wrong mark is a warning; the import succeeds.",
    "import.document": "A document given as JSON is imported.",
    "import.text.json": "A document given as JSON text is imported.",
    "import.text.yaml": "A document given as YAML text is imported.",
    "import.url": "A document given by its URL is imported.",
    "import.openapi-2": "OpenAPI 2.0 is imported.",
    "import.openapi-3.0": "OpenAPI 3.0 is imported.",
    "import.openapi-3.1": "OpenAPI 3.1 is imported.",
    "import.name": "name replaces the document's title.",
    "import.base-url": "baseUrl replaces the document's server.",
    "import.security-schemes": "Every security scheme becomes an authentication method with its fields.",
    "import.server-variables": "Every server variable becomes a connection field.",
    "import.overridable.extension": "A server variable or scheme with x-bowline-overridable is overridable.",
    "import.overridable.names": "A name in overridableFields is overridable.",
    "import.overridable.nothing-else": "Nothing else is overridable.",
    "import.response":
      "The response has applicationSlug, toolCount, added, changed, removed, stoppedConnections, skipped and warnings.",
    "import.again":
      "Importing the same slug again updates the application and reports what was added, changed and removed.",
    "import.again.toolsets":
      "When an import removes tools that toolsets permit, warnings names the caller's own toolsets and counts those of others, in a dry run too. A toolset's record keeps the slugs.",
    "import.again.moved":
      "A tool that keeps its slug while its operation moves to another path counts as changed, in a dry run too.",
    "import.again.left-methods":
      "An import names in warnings the authentication methods that connections use and that the document no longer states.",
    "import.again.name":
      "An import that names an application otherwise than an Admin did with PATCH keeps the Admin's name and says so in warnings, in a dry run too. So does one of an MCP server that is known already.",
    "import.again.connections": "Connections and toolsets of the application stay usable.",
    "import.again.concurrent": "Concurrent imports of one slug leave a consistent application.",
    "import.again.atomic": "A refused import does not change the application.",
    "import.skipped":
      "An operation that cannot become a tool is in skipped with a reason; the rest is imported.",
    "import.no-document": "Anything that is not such a document is 400.",
    "import.required": "An import needs one of document, url and text.",
    "import.own-limit": "An import may be larger than the general body limit.",
    "import.too-large": "An import over its own limit is 400 INVALID_REQUEST.",
  }),
  ...stated("D24", {
    "import.mcp": "A remote MCP server is imported.",
    "import.sql": "A database is imported.",
    "import.company": "Only its own company sees an imported application.",
  }),
  ...stated("D17", {
    "applications.builtin": "The catalog has built-in applications with source builtin.",
  }),
  ...stated("D19", {
    "tools.context-type": "contextType is the kind of object that a tool's contextValue selects.",
  }),
];
