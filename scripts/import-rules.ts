// The import rules of ARCHITECTURE.md. scripts/check-imports.ts checks the code against them.

/** The workspaces that each workspace may import. `*`: all. */
export const workspaces: Record<string, string[]> = {
  "packages/contract": [],
  "packages/catalog": [
    "@bowline/contract",
    "@bowline/contract/filter-operator",
    // Applications written by hand name the form as operators do.
    "@bowline/catalog/application",
  ],
  "packages/server": [
    "@bowline/contract",
    "@bowline/contract/drop-api-hints",
    "@bowline/contract/filter-operator",
    "@bowline/contract/hidden-characters",
    "@bowline/contract/inexact-number",
    "@bowline/contract/nearest-name",
    "@bowline/contract/secret-name",
    "@bowline/catalog",
    "@bowline/catalog/application",
    "@bowline/catalog/build-code-application",
    // Only these parts: every thread would load the whole catalog.
    "@bowline/catalog/count-values",
    "@bowline/catalog/is-process-alive",
    "@bowline/catalog/json-pointer",
    "@bowline/catalog/open-turns",
    "@bowline/catalog/unfinished-file",
    "@bowline/catalog/built-in",
    "@bowline/catalog/embeddings",
    "@bowline/catalog/install-model",
    "@bowline/catalog/testing/built-in-documents",
    "@bowline/catalog/testing/cut-document",
    "@bowline/catalog/testing/document-stand-in",
    "@bowline/catalog/testing/npm-registry",
    "@bowline/catalog/testing/schema-arbitrary",
    "@bowline/catalog/testing/search-documents",
    "@bowline/catalog/testing/start-prism",
    "@bowline/acceptance/find-free-port.ts",
    "@bowline/acceptance/mcp-server.ts",
    "@bowline/acceptance/stateful-mcp-server.ts",
    "@bowline/acceptance/silent-proxy.ts",
  ],
  "packages/sdk": [
    "@bowline/contract",
    "@bowline/acceptance/chromium.ts",
    "@bowline/acceptance/shared-database.ts",
    "@bowline/acceptance/start-server.ts",
  ],
  "packages/cli": [
    "@bowline/contract",
    "@bowline/contract/hidden-characters",
    "@bowline/contract/inexact-number",
    "@bowline/contract/nearest-name",
    "@bowline/sdk",
    "@bowline/sdk/mcp",
    // Only this part: help must not load the whole SDK.
    "@bowline/sdk/values",
    "@bowline/sdk/mcp-bridge.ts",
    "@bowline/sdk/testing/open-world.ts",
    "@bowline/acceptance/find-free-port.ts",
    "@bowline/acceptance/form-browser.ts",
    "@bowline/acceptance/graphql-server.ts",
    "@bowline/acceptance/held-built-ins.ts",
    "@bowline/acceptance/mcp-server.ts",
    "@bowline/acceptance/shared-database.ts",
    "@bowline/acceptance/start-server.ts",
    "@bowline/acceptance/strict-provider.ts",
  ],
  "packages/console": [
    "@bowline/contract",
    // Only these parts: the whole contract brings zod.
    "@bowline/contract/choose-indent",
    "@bowline/contract/drop-api-hints",
    "@bowline/contract/hidden-characters",
    "@bowline/contract/inexact-number",
    "@bowline/contract/secret-name",
    "@bowline/sdk",
    "@bowline/sdk/mcp",
    "@bowline/acceptance/chromium.ts",
    "@bowline/acceptance/emulated-github.ts",
    "@bowline/acceptance/held-built-ins.ts",
    "@bowline/acceptance/form-browser.ts",
    "@bowline/acceptance/mcp-server.ts",
    "@bowline/acceptance/shared-database.ts",
    "@bowline/acceptance/start-server.ts",
    "@bowline/acceptance/odd-provider.ts",
    "@bowline/acceptance/strict-provider.ts",
    "@bowline/catalog/testing/built-in-tools",
    "@bowline/catalog/testing/load-real-document",
  ],
  // Black-box tests know only the contract, so that they can test any implementation.
  // Of the catalog they use what reads real API descriptions and stands in for the applications described.
  acceptance: [
    "@bowline/contract",
    "@bowline/catalog/testing/built-in-documents",
    "@bowline/catalog/testing/cut-document",
    "@bowline/catalog/testing/document-stand-in",
    "@bowline/catalog/testing/load-real-document",
    "@bowline/catalog/testing/schema-arbitrary",
    "@bowline/catalog/testing/start-prism",
  ],
  bench: ["*"],
  scripts: ["*"],
};

/**
 * Packages that no package.json lists: code that the console shows imports them, and applications of operators import
 * `bowline/application`, which the server resolves.
 */
export const unlistedPackages = ["@langchain/core", "@langchain/openai", "ai", "bowline", "openai"];

/** A source folder whose folders and files have layers. */
export interface OrderedFolder {
  /** Ends with a slash. */
  folder: string;
  /** From the top down: a layer imports only layers below it. */
  layers: string[][];
  /** The only importers of a file or folder, if the layers alone would allow more. */
  importedBy?: Record<string, string[]>;
  /** Folders whose own folders nothing outside of them imports: only the files that lie directly in them. */
  closed?: string[];
}

const doors = ["http", "mcp", "oauth", "pages"];
const assembly = [
  "main.ts",
  "rotate-master-key.ts",
  "company.ts",
  "database.ts",
  "process",
  "app.ts",
  "open-deps.ts",
  "parts",
];

const server: OrderedFolder = {
  folder: "packages/server/src/",
  layers: [
    [
      "main.ts",
      "rotate-master-key.ts",
      "company.ts",
      "database.ts",
      "check-applications.ts",
      "install-built-ins.ts",
      "install-model.ts",
    ],
    ["process"],
    ["app.ts", "open-deps.ts"],
    ["parts"],
    ["render-oauth-page.ts"],
    doors,
    ["entry", "operations"],
    ["deps.ts"],
    ["jobs"],
    ["execution"],
    ["connect", "metrics.ts"],
    ["connections"],
    ["runtimes"],
    ["access-tokens", "built-ins", "catalog", "embeddings", "history", "identity", "limits"],
    ["problems"],
    ["code-files", "egress", "vault"],
    ["db"],
    ["config"],
    ["api-error.ts", "drain.ts", "master-keys.ts", "threads"],
    ["describe-file-error.ts", "log", "make-folder.ts", "names-inherited.ts", "suggestions"],
    [
      "at-hand.ts",
      "build-path.ts",
      "collected-bytes.ts",
      "cut-text.ts",
      "escape-for-header.ts",
      "iso-time.ts",
      "load-once.ts",
      "loopback.ts",
      "password-length.ts",
      "quote-for-shell.ts",
      "signals.ts",
      "turns",
    ],
  ],
  importedBy: {
    "deps.ts": [...assembly, ...doors, "operations"],
    // Lower layers report a failure as a value or with their own error.
    "api-error.ts": [
      ...doors,
      "entry",
      "operations",
      "jobs",
      "execution",
      "connect",
      "connections",
      "problems",
    ],
    config: [...assembly, ...doors, "deps.ts", "execution", "built-ins", "problems", "db"],
    "metrics.ts": [...assembly, "deps.ts", "execution"],
    "drain.ts": [...assembly],
  },
  closed: ["runtimes"],
};

const catalog: OrderedFolder = {
  folder: "packages/catalog/src/",
  layers: [
    ["index.ts"],
    ["embeddings"],
    ["built-in"],
    ["code", "import-thread", "mcp", "sql"],
    ["graphql"],
    ["compact", "openapi"],
    ["search"],
    ["keep-published-slugs.ts"],
    ["application.ts", "bound-input.ts", "harmless-words.ts", "published-slug.ts"],
    ["oauth", "tool.ts"],
    ["manifest"],
    [
      "description-error.ts",
      "field-label.ts",
      "json-schema.ts",
      "nested-schemas.ts",
      "linear-pattern.ts",
      "list-variables.ts",
      "map-in-turns.ts",
      "slugs.ts",
    ],
    [
      "application-slug-pattern.ts",
      "is-process-alive.ts",
      "open-turns.ts",
      "record.ts",
      "remove-invisible.ts",
      "shorten-name.ts",
      "sort-members.ts",
      "trim-end-slashes.ts",
      "unfinished-file.ts",
      "watch-memory.ts",
      "worker-environment.ts",
    ],
  ],
};

/** From the whole document down to its parts. */
const openapi: OrderedFolder = {
  folder: "packages/catalog/src/openapi/",
  layers: [
    ["import-openapi.ts"],
    ["build-application.ts", "build-tool.ts", "operation-names.ts"],
    ["annotations.ts", "marks", "security", "tool-budget.ts", "tool-text.ts"],
    ["responses"],
    ["requests"],
    ["files", "schemas", "servers"],
    ["document"],
    ["notes.ts", "numbering.ts"],
  ],
};

export const orderedFolders: OrderedFolder[] = [server, catalog, openapi];
