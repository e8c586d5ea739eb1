/** How a server is written in a client's configuration file. */
export interface McpConfigForm {
  /** Relative to the home folder, as the client documents it; null: the system decides. */
  userPath: string | null;
  /** Relative to a project; null: there is none. */
  projectPath: string | null;
  /** The member that contains the servers. */
  serversKey: string;
  urlKey: "url" | "serverUrl" | "httpUrl";
  /** Members beside the address. */
  extra: Record<string, unknown>;
  /** What the client replaces by the environment variable `BOWLINE_API_KEY`; null: it replaces nothing. */
  keyReference: string | null;
}

/**
 * The form of a link that adds a server:
 * - `cursor`: the entry as base64 in `config`
 * - `vscode`: the entry as JSON
 * - `connector`: a page of Claude with name and address filled in
 */
export type McpLinkForm = "cursor" | "vscode" | "connector";

/** The form of a client's command that adds a server. */
export type McpCommandForm = "claude" | "codex" | "gemini" | "code";

/** A program that speaks MCP, and how it is connected to a Bowline. */
export interface McpClient {
  /** As `bowline mcp config --client` takes it. */
  id: string;
  name: string;
  /** Null when it is set up in its own pages. */
  config: McpConfigForm | null;
  /** The file is TOML instead of JSON. */
  isToml: boolean;
  /** It only starts programs, so it needs the bridge. */
  needsBridge: boolean;
  /** False: it calls from its maker's cloud, so it needs a public https address. */
  reachesLocalhost: boolean;
  signsIn: boolean;
  /** The page in which a person adds the server, or the program's own command for it. */
  setUp: string;
  /** How a link adds the server; null: there is none. */
  link: McpLinkForm | null;
  /** How the client's own program adds the server; null: it has no command for it. */
  command: McpCommandForm | null;
  /** When the row was last compared with the source. Each row has its own date. */
  checkedOn: string;
  source: string;
}

const form = (changes: Partial<McpConfigForm>): McpConfigForm => ({
  userPath: null,
  projectPath: null,
  serversKey: "mcpServers",
  urlKey: "url",
  extra: {},
  keyReference: null,
  ...changes,
});

const local = {
  isToml: false,
  needsBridge: false,
  reachesLocalhost: true,
  signsIn: true,
  link: null,
  command: null,
};

/** The clients that Bowline has instructions for. A test fails when an entry was not checked for 180 days. */
export const mcpClients: McpClient[] = [
  {
    ...local,
    id: "claude-code",
    name: "Claude Code",
    config: form({
      userPath: ".claude.json",
      projectPath: ".mcp.json",
      extra: { type: "http" },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: The client replaces it.
      keyReference: "${BOWLINE_API_KEY}",
    }),
    setUp: "claude mcp add --transport http",
    command: "claude",
    checkedOn: "2026-11-21",
    source: "https://code.claude.com/docs/en/mcp",
  },
  {
    ...local,
    id: "claude-desktop",
    name: "Claude Desktop",
    config: form({}),
    needsBridge: true,
    signsIn: false,
    setUp: "Settings → Developer → Edit config, or a double click on an .mcpb file",
    checkedOn: "2026-11-21",
    source: "https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md",
  },
  {
    ...local,
    id: "claude",
    name: "Claude on the web and on the phone",
    config: null,
    reachesLocalhost: false,
    setUp: "Customize → Connectors → Add custom connector",
    link: "connector",
    checkedOn: "2026-11-21",
    source: "https://claude.com/docs/connectors/building/directory-vs-custom",
  },
  {
    ...local,
    id: "chatgpt",
    name: "ChatGPT",
    config: null,
    reachesLocalhost: false,
    setUp: "chatgpt.com/plugins → + → Add custom MCP server",
    checkedOn: "2026-11-22",
    source: "https://developers.openai.com/api/docs/guides/custom-mcp-server",
  },
  {
    ...local,
    id: "cursor",
    name: "Cursor",
    config: form({
      userPath: ".cursor/mcp.json",
      projectPath: ".cursor/mcp.json",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: The client replaces it.
      keyReference: "${env:BOWLINE_API_KEY}",
    }),
    setUp: "Settings → MCP → Add server",
    link: "cursor",
    checkedOn: "2026-11-22",
    source: "https://cursor.com/docs/mcp/install-links",
  },
  {
    ...local,
    id: "vscode",
    name: "Visual Studio Code",
    config: form({
      projectPath: ".vscode/mcp.json",
      serversKey: "servers",
      extra: { type: "http" },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: The client replaces it.
      keyReference: "${env:BOWLINE_API_KEY}",
    }),
    setUp: "MCP: Add Server",
    link: "vscode",
    command: "code",
    checkedOn: "2026-11-21",
    source: "https://code.visualstudio.com/api/extension-guides/ai/mcp",
  },
  {
    ...local,
    id: "codex",
    name: "Codex",
    config: form({
      userPath: ".codex/config.toml",
      projectPath: ".codex/config.toml",
      serversKey: "mcp_servers",
    }),
    isToml: true,
    setUp: "codex mcp add NAME --url URL",
    command: "codex",
    checkedOn: "2026-11-21",
    source: "https://developers.openai.com/codex/mcp",
  },
  {
    ...local,
    id: "gemini-cli",
    name: "Gemini CLI",
    config: form({
      userPath: ".gemini/settings.json",
      projectPath: ".gemini/settings.json",
      urlKey: "httpUrl",
      keyReference: "$BOWLINE_API_KEY",
    }),
    setUp: "gemini mcp add --transport http",
    command: "gemini",
    checkedOn: "2026-11-21",
    source: "https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md",
  },
  {
    ...local,
    id: "antigravity",
    name: "Antigravity",
    config: form({ userPath: ".gemini/config/mcp_config.json", urlKey: "serverUrl" }),
    setUp: "Manage MCP servers → View raw config",
    checkedOn: "2026-11-21",
    source: "https://github.com/neondatabase/add-mcp",
  },
  {
    ...local,
    id: "devin",
    name: "Devin Desktop",
    config: form({ userPath: ".config/devin/mcp_config.json", projectPath: ".devin/mcp_config.json" }),
    setUp: "devin mcp add NAME URL",
    checkedOn: "2026-11-22",
    source:
      "https://vaadin.com/docs/latest/building-apps/agentic-development/mcp/supported-tools/devin-desktop",
  },
  {
    ...local,
    id: "windsurf",
    name: "Windsurf, before it became Devin Desktop",
    config: form({
      userPath: ".codeium/windsurf/mcp_config.json",
      urlKey: "serverUrl",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: The client replaces it.
      keyReference: "${env:BOWLINE_API_KEY}",
    }),
    setUp: "Settings → Cascade → MCP servers",
    checkedOn: "2026-11-21",
    source: "https://docs.windsurf.com/windsurf/cascade/mcp",
  },
];
