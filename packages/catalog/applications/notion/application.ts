import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "notion",
  name: "Notion",
  description: "Search, read, create and change pages, blocks, data sources and comments in Notion.",
  categories: ["productivity", "documents"],
  websiteUrl: "https://www.notion.com",
  documentationUrl: "https://developers.notion.com/reference/intro",
  icon: { simpleIcons: "notion" },
  document: {
    package: "@notionhq/notion-mcp-server",
    version: "2.5.2",
    integrity:
      "sha512-5nPSwHMnugSGAhSJS5vVIlMao+iTJO9HoWGpCnT8lJNrPy3rZMqs1V/CPiN4MuxF+5EBgRE/f/Tirl6Wfi75Mg==",
    license: "MIT",
    files: ["scripts/notion-openapi.json"],
  },
  servers: [{ name: "production", url: "https://api.notion.com" }],
  // https://developers.notion.com/reference/versioning. The document describes this version.
  headers: { "Notion-Version": "2025-09-03" },
  authentications: {
    token: {
      type: "http",
      scheme: "bearer",
      title: "Integration token",
      description:
        "Create an internal integration at https://www.notion.so/profile/integrations, copy its secret, and connect it to the pages it may see.",
      documentationUrl: "https://developers.notion.com/docs/create-a-notion-integration",
      fields: { token: { label: "Integration secret" } },
    },
    oauth: {
      type: "oauth2",
      title: "Sign in with Notion",
      documentationUrl: "https://developers.notion.com/docs/authorization",
      provider: "notion",
      scopes: {},
    },
  },
  // https://developers.notion.com/reference/get-self
  test: { operation: "GET /v1/users/me", labelPath: "/bot/workspace_name" },
  // https://developers.notion.com/reference/post-search
  objects: [
    {
      kind: "data source",
      operation: "POST /v1/search",
      input: { filter: { property: "object", value: "data_source" } },
      namePath: "/id",
      labelPath: "/title/0/plain_text",
      schemaPath: "/properties",
    },
  ],
  // https://developers.notion.com/reference/intro#pagination
  paging: [
    {
      paging: {
        kind: "cursor",
        parameter: "start_cursor",
        cursorPath: "/next_cursor",
        sizeParameter: "page_size",
        maxSize: 100,
        hasMorePath: "/has_more",
      },
      resultsPath: "/results",
      operations: [
        "POST /v1/search",
        "POST /v1/data_sources/{data_source_id}/query",
        "GET /v1/users",
        "GET /v1/blocks/{block_id}/children",
        "GET /v1/comments",
      ],
    },
  ],
  operations: {
    // https://developers.notion.com/reference/retrieve-page-markdown
    "GET /v1/pages/{page_id}/markdown": { headers: { "Notion-Version": "2026-03-11" } },
    "PATCH /v1/pages/{page_id}/markdown": { headers: { "Notion-Version": "2026-03-11" } },
    "POST /v1/search": { hints: { readOnly: true, idempotent: true } },
    "POST /v1/data_sources/{data_source_id}/query": {
      hints: { readOnly: true, idempotent: true },
      context: { type: "data source", inputs: ["data_source_id"] },
    },
    "GET /v1/data_sources/{data_source_id}": { context: { type: "data source", inputs: ["data_source_id"] } },
  },
  featured: {
    "post-search": {
      name: "Search pages and data sources",
      description:
        "Finds pages and data sources by title among those shared with the connection. Without `query` it lists all of them, last edited first.",
    },
    "retrieve-a-page": {
      name: "Get a page",
      description:
        "Returns a page's properties, parent and web address. Its content is read with other tools.",
    },
    "retrieve-page-markdown": {
      name: "Read a page as Markdown",
      description: "Returns the whole content of a page as Markdown.",
    },
    "update-page-markdown": {
      name: "Write a page as Markdown",
      description: "Changes the content of a page with Markdown.",
    },
    "post-page": {
      name: "Create a page",
      description:
        "Creates a page below another page or in a data source. In a data source, `properties` must fit its properties.",
    },
    "patch-page": {
      name: "Update a page's properties",
      description: "Changes properties, icon or cover of a page, or moves it to the trash with `in_trash`.",
    },
    "move-page": {
      name: "Move a page",
      description: "Moves a page below another page or into a data source.",
    },
    "get-block-children": {
      name: "List blocks of a page",
      description: "Returns the blocks directly below a page or a block. A page's id is a block's id too.",
    },
    "patch-block-children": {
      name: "Append blocks",
      description:
        "Adds blocks, such as paragraphs, headings and to-dos, at the end of a page or below a block.",
    },
    "update-a-block": {
      name: "Update a block",
      description: "Changes the text or the state of one block.",
    },
    "delete-a-block": {
      name: "Delete a block",
      description: "Moves a block, or a page, to the trash.",
    },
    "query-data-source": {
      name: "Query a data source",
      description:
        "Returns the pages of a data source that match `filter`, in the order of `sorts`. A data source is a table of a database.",
    },
    "retrieve-a-data-source": {
      name: "Get a data source",
      description:
        "Returns a data source's title and its properties with their types and options. Read it before a query.",
    },
    "retrieve-a-database": {
      name: "Get a database",
      description: "Returns a database's title, parent and the list of its data sources.",
    },
    "create-a-data-source": {
      name: "Create a data source",
      description: "Adds a data source with its own properties to an existing database.",
    },
    "create-a-comment": {
      name: "Add a comment",
      description:
        "Comments on a page or replies in a discussion. The integration needs the right to insert comments.",
    },
    "retrieve-a-comment": {
      name: "List comments",
      description: "Returns the open comments of a page or block.",
    },
    "get-users": {
      name: "List people",
      description: "Lists the people and bots of the workspace, without guests.",
    },
  },
});
