import { openWorld, type World } from "@bowline/sdk/testing/open-world.ts";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, launcher, openCommandLine } from "../testing/run-bowline.ts";

let world: World;
let bowline: CommandLine;

beforeAll(async () => {
  world = await openWorld();
  bowline = await openCommandLine({ BOWLINE_URL: world.baseUrl, BOWLINE_API_KEY: world.apiKey });
});

afterAll(async () => {
  await bowline[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

describe("mcp config", () => {
  it("prints the client's JSON without a key", async () => {
    const { exitCode, stdout } = await bowline.run([
      ...["mcp", "config", "--client", "cursor", "--toolset", world.toolsetId],
    ]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      mcpServers: {
        bowline: {
          url: `${world.baseUrl}/mcp/${world.toolsetId}`,
          // biome-ignore lint/suspicious/noTemplateCurlyInString: The client replaces it.
          headers: { "x-api-key": "${env:BOWLINE_API_KEY}" },
        },
      },
    });
    const oauth = await bowline.run(["mcp", "config", "--client", "vscode", "--oauth"]);
    expect(JSON.parse(oauth.stdout)).toEqual({
      servers: { bowline: { type: "http", url: `${world.baseUrl}/mcp` } },
    });
  });

  it("refuses unknown clients, and says where the others are set up", async () => {
    expect((await bowline.run(["mcp", "config", "--client", "nothing"])).exitCode).toBe(2);
    const { exitCode, stderr } = await bowline.run(["mcp", "config", "--client", "chatgpt"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("needs a public https address");
  });
});

describe("mcp stdio", () => {
  it("is a server with the toolset's tools", async () => {
    const printed = await bowline.run([
      "mcp",
      "config",
      "--client",
      "claude-desktop",
      "--toolset",
      world.toolsetId,
    ]);
    const { command, args, env } = JSON.parse(printed.stdout).mcpServers.bowline;
    expect(args).toContain(launcher);
    const transport = new StdioClientTransport({
      command,
      args,
      env: { ...env, HOME: bowline.home, BOWLINE_API_KEY: world.apiKey },
    });
    const client = new Client({ name: "test", version: "1" }, { capabilities: {} });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("things_create_thing");
    const results = await Promise.all(
      ["one", "two"].map((title) => client.callTool({ name: "things_create_thing", arguments: { title } })),
    );
    expect(JSON.stringify(results[0])).toContain("one");
    expect(JSON.stringify(results[1])).toContain("two");
    await client.close();
  });

  it("responds with an error when the server cannot be reached, and ends with its input", async () => {
    const request = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { exitCode, stdout } = await bowline.run(["mcp", "stdio"], {
      stdin: `${JSON.stringify(request)}\n`,
      environment: { BOWLINE_URL: "http://127.0.0.1:9" },
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, error: { code: -32000 } });
    expect(
      (await bowline.run(["mcp", "stdio"], { environment: { BOWLINE_API_KEY: undefined } })).exitCode,
    ).toBe(4);
  });
});
