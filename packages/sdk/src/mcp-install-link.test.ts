import { describe, expect, test } from "vitest";
import { mcpClients } from "./mcp-clients.ts";
import { canReach, writeInstallLink, writeSetUpCommand } from "./mcp-install-link.ts";

const find = (id: string) => {
  const client = mcpClients.find((one) => one.id === id);
  if (client === undefined) {
    throw new Error(`There is no client ${id}.`);
  }
  return client;
};

const url = "https://bowline.example.com/mcp/3f0c";
const entry = {
  name: "Team Ärger",
  url,
  credential: "oauth" as const,
  bridge: { command: "bowline", args: [], env: {} },
};
const withKey = { ...entry, credential: { apiKey: "bwl_key" } };

/** Reads a link as its client does. */
const readers = {
  cursor: (link: string) => {
    const { searchParams } = new URL(link);
    const config = Buffer.from(searchParams.get("config") ?? "", "base64").toString();
    return { name: searchParams.get("name"), ...JSON.parse(config) };
  },
  vscode: (link: string) => JSON.parse(decodeURIComponent(link.slice("vscode:mcp/install?".length))),
  connector: (link: string) => {
    const { searchParams } = new URL(link);
    return { name: searchParams.get("connectorName"), url: searchParams.get("connectorUrl") };
  },
};

describe("a link", () => {
  test.each(mcpClients.filter(({ link }) => link !== null))("of $name leads to the server", (client) => {
    const read = readers[client.link ?? "cursor"];
    expect(read(writeInstallLink(client, entry) ?? "")).toMatchObject({ name: entry.name, url });
  });

  test("contains the key only when it is given one", () => {
    expect(readers.cursor(writeInstallLink(find("cursor"), withKey) ?? "")).toMatchObject({
      headers: { "x-api-key": "bwl_key" },
    });
    expect(readers.cursor(writeInstallLink(find("cursor"), entry) ?? "")).not.toHaveProperty("headers");
    const fromEnvironment = writeInstallLink(find("vscode"), { ...entry, credential: "environment" });
    expect(readers.vscode(fromEnvironment ?? "").headers["x-api-key"]).toContain("BOWLINE_API_KEY");
  });

  test("is left out where the client cannot reach the server, or has no links", () => {
    for (const address of [
      "http://localhost:4400/mcp",
      "https://bowline/mcp",
      "https://192.168.1.7/mcp",
      "https://box.local/mcp",
      "http://bowline.example.com/mcp",
    ]) {
      expect(canReach(find("claude"), address), address).toBe(false);
      expect(writeInstallLink(find("claude"), { ...entry, url: address })).toBeNull();
      expect(writeInstallLink(find("cursor"), { ...entry, url: address })).not.toBeNull();
    }
    expect(writeInstallLink(find("codex"), entry)).toBeNull();
  });
});

test.each([
  ["claude-code", entry, `claude mcp add --transport http --scope user 'Team Ärger' ${url}`],
  [
    "claude-code",
    { ...withKey, name: "bowline" },
    `claude mcp add --transport http --header "x-api-key: bwl_key" --scope user bowline ${url}`,
  ],
  ["codex", { ...withKey, name: "b" }, `codex mcp add b --url ${url} --bearer-token-env-var BOWLINE_API_KEY`],
  [
    "gemini-cli",
    { ...entry, name: "b", credential: "environment" as const },
    `gemini mcp add --transport http --header "x-api-key: $BOWLINE_API_KEY" b ${url}`,
  ],
  ["vscode", { ...entry, name: "b" }, `code --add-mcp '{"name":"b","type":"http","url":"${url}"}'`],
  ["windsurf", entry, null],
])("the command for %s", (id, given, command) => {
  expect(writeSetUpCommand(find(id), given)).toBe(command);
});
