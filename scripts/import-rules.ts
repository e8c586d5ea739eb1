// Who may import whom: what ARCHITECTURE.md says in words. scripts/check-imports.ts holds the code to it.

/** What a workspace may import of the others. `*`: anything. */
export const workspaces: Record<string, string[]> = {
  "packages/contract": [],
  "packages/catalog": ["@bowline/contract"],
  "packages/server": ["@bowline/contract", "@bowline/catalog"],
  "packages/sdk": ["@bowline/contract"],
  "packages/cli": ["@bowline/contract", "@bowline/sdk"],
  "packages/console": ["@bowline/contract", "@bowline/sdk"],
  // Black-box tests could test a rewrite: they know the contract, not the code.
  acceptance: ["@bowline/contract"],
  bench: ["*"],
  scripts: ["*"],
};

/** A folder of sources whose folders and files are ordered. */
export interface OrderedFolder {
  /** Ends with a slash. */
  folder: string;
  /** From the top down: each imports only what stands in lines below its own. */
  layers: string[][];
  /** Who imports a file or folder, where the order alone would allow more. */
  importedBy?: Record<string, string[]>;
  /**
   * Imports that break the rules today, as `file → file`; a circle through one of them is not reported a second time. The list
   * only shrinks: an entry that breaks no rule any more fails the check.
   */
  exceptions?: string[];
}

const doors = ["http", "mcp", "oauth", "pages"];
const assembly = ["main.ts", "index.ts", "rotate-master-key.ts", "process", "app.ts", "open-deps.ts"];

const server: OrderedFolder = {
  folder: "packages/server/src/",
  layers: [
    ["main.ts", "index.ts", "rotate-master-key.ts"],
    ["process"],
    ["app.ts", "open-deps.ts"],
    doors,
    ["entry", "operations"],
    ["deps.ts"],
    ["jobs"],
    ["execution"],
    ["connect", "metrics.ts"],
    ["connections"],
    ["runtimes"],
    ["catalog", "history", "identity", "limits"],
    ["egress", "vault"],
    ["db"],
    ["config.ts"],
    ["settings.ts"],
    ["api-error.ts", "drain.ts", "nearest-slug.ts"],
    ["logger.ts", "nearest-name.ts"],
  ],
  importedBy: {
    "deps.ts": [...assembly, ...doors, "operations"],
    // What lies below reports a failure as a value or an error of its own.
    "api-error.ts": [...doors, "entry", "operations", "jobs", "execution", "connect", "connections"],
    "config.ts": [...assembly, ...doors, "deps.ts", "execution", "db"],
    "settings.ts": ["config.ts"],
    "metrics.ts": [...assembly, "deps.ts", "execution"],
    "drain.ts": [...assembly],
  },
  exceptions: ["settings.ts → vault/master-keys.ts"],
};

const catalog: OrderedFolder = {
  folder: "packages/catalog/src/",
  layers: [
    ["index.ts"],
    ["mcp"],
    ["openapi"],
    ["search"],
    ["application.ts", "published-slug.ts"],
    ["oauth", "tool.ts"],
    ["manifest"],
    ["description-error.ts", "field-label.ts", "json-schema.ts", "linear-pattern.ts", "slugs.ts"],
    ["shorten-name.ts"],
  ],
};

/** From the whole document down to its parts. */
const openapi: OrderedFolder = {
  folder: "packages/catalog/src/openapi/",
  layers: [
    ["import-in-worker.ts"],
    ["import-turns.ts", "import-worker.ts", "import-small-document.ts"],
    ["import-openapi.ts", "verify-tools.ts"],
    ["build-application.ts", "build-tool.ts", "operation-names.ts"],
    ["annotations.ts", "marks", "security", "tool-text.ts"],
    ["responses"],
    ["requests"],
    ["schemas", "servers"],
    ["document"],
    ["notes.ts"],
  ],
};

export const orderedFolders: OrderedFolder[] = [server, catalog, openapi];
