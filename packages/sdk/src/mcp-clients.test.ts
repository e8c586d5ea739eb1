import { expect, test } from "vitest";
import { writeClientConfig } from "./mcp-client-config.ts";
import { mcpClients } from "./mcp-clients.ts";

const entry = {
  name: "bowline",
  url: "http://localhost:4400/mcp/T",
  credential: "environment" as const,
  bridge: { command: "bowline", args: ["mcp", "stdio"], env: {} },
};

test.each(mcpClients)("the instructions for $name were checked within 180 days", ({ checkedOn, source }) => {
  expect(Date.now() - Date.parse(checkedOn)).toBeLessThan(180 * 24 * 60 * 60 * 1000);
  expect(source).toMatch(/^https:/);
});

test.each(mcpClients.filter(({ config }) => config !== null))(
  "writes the configuration of $name",
  (client) => {
    const text = writeClientConfig(client, entry) ?? "";
    if (client.isToml) {
      expect(text).toBe(
        `[mcp_servers."bowline"]\nurl = "http://localhost:4400/mcp/T"\nbearer_token_env_var = "BOWLINE_API_KEY"`,
      );
      return;
    }
    const server = JSON.parse(text)[client.config?.serversKey ?? ""].bowline;
    if (client.needsBridge) {
      expect(server).toEqual(entry.bridge);
      const { bridge: _, ...withoutBridge } = entry;
      expect(writeClientConfig(client, withoutBridge)).toBeNull();
    } else {
      expect(server[client.config?.urlKey ?? ""]).toBe(entry.url);
      expect(server.headers["x-api-key"]).toMatch(/BOWLINE_API_KEY|^KEY$/);
      const signedIn = writeClientConfig(client, { ...entry, credential: "oauth" }) ?? "";
      expect(signedIn).not.toContain("headers");
    }
  },
);
