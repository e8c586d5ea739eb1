import { openModernServer } from "@bowline/acceptance/mcp-server.ts";
import { openWorld, type World } from "@bowline/sdk/testing/open-world.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/run-bowline.ts";

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

/** Runs a command that must succeed and returns its output. */
async function print(args: string[], stdin = ""): Promise<string> {
  const { exitCode, stdout, stderr } = await bowline.run(args, { stdin });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: "object" as const },
});

describe("changes of an MCP server's tools", () => {
  it("are listed, accepted and rejected", async () => {
    const server = await openModernServer([tool("echo", "Says it again."), tool("gone", "Goes away.")]);
    try {
      const source = { source: "mcp", slug: "moving", url: server.url } as const;
      await world.bowline.applications.import(source);
      server.tools = [tool("echo", "Says it to a stranger."), tool("fresh", "Is new.")];
      await print(["apps", "import", server.url, "--source", "mcp", "--slug", "moving"]);
      const lines = (await print(["apps", "changes", "moving"])).trimEnd().split("\n");
      const changes = lines.map((line) => line.split("\t"));
      expect(changes.map(([, kind, slug]) => `${kind} ${slug}`)).toEqual([
        "changed moving_echo",
        "added moving_fresh",
        "removed moving_gone",
      ]);
      expect(lines[0]).toContain("Says it to a stranger.");
      const [changed = "", added = "", removed = ""] = changes.map(([id]) => id);
      expect(await print(["apps", "reject", "moving", changed])).toBe(
        `The change ${changed} was rejected.\n`,
      );
      expect(await print(["apps", "accept", "moving", added])).toBe(`The change ${added} was accepted.\n`);
      await print(["apps", "accept", "moving", removed, "--json"]);
      expect(await print(["apps", "changes", "moving"])).toBe("");
      const { items } = await world.bowline.tools.list({ applicationSlug: "moving" });
      expect(items.map(({ slug, description }) => `${slug}: ${description}`)).toEqual([
        "moving_echo: Says it again.",
        "moving_fresh: Is new.",
      ]);
      expect((await bowline.run(["apps", "accept", "moving", added])).exitCode).toBe(5);
    } finally {
      await server.close();
    }
  });
});

describe("removing", () => {
  it("the company's OAuth client of an application", async () => {
    const { bowline: client } = world;
    const flows = {
      authorizationCode: {
        authorizationUrl: "https://login.example.com/authorize",
        tokenUrl: "https://login.example.com/token",
        scopes: {},
      },
    };
    const document = {
      openapi: "3.1.0",
      info: { title: "Login", version: "1" },
      servers: [{ url: "https://api.example.com" }],
      components: { securitySchemes: { login: { type: "oauth2", flows } } },
      security: [{ login: [] }],
      paths: { "/a": { get: { operationId: "get_a", responses: { 200: { description: "OK" } } } } },
    };
    await client.applications.import({ source: "openapi", slug: "login", document });
    const set = ["apps", "oauth-client", "login", "--client-id", "id-of-ours"];
    expect(await print(set, "secret-of-ours\n")).toBe("login now uses the OAuth client id-of-ours.\n");
    const { authentications } = await client.applications.get("login");
    const { authenticationId = 0 } = authentications[0] ?? {};
    const stored = await client.applications.getOAuthClient("login", authenticationId);
    expect(stored).toMatchObject({ clientId: "id-of-ours" });
    expect(await bowline.run(["apps", "oauth-client", "login", "--remove"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^Error: Remove the OAuth client of login\? .* Add --yes to confirm\.$/m),
    });
    expect(await print(["apps", "oauth-client", "login", "--remove", "--yes"])).toBe(
      "The OAuth client of login was removed.\n",
    );
    await expect(client.applications.getOAuthClient("login", authenticationId)).rejects.toMatchObject({
      status: 404,
    });
    expect((await bowline.run(["apps", "oauth-client", "things", "--remove"])).exitCode).toBe(2);
  });

  it("a connection, and an application with its connections", async () => {
    const { authentications } = await world.bowline.applications.get("things");
    const { connectionId } = await world.bowline.connections.create({
      applicationSlug: "things",
      authenticationId: authentications[0]?.authenticationId ?? 0,
      name: "Second",
      fields: { apiKey: "second-key-of-the-things" },
    });
    const id = String(connectionId);
    expect((await bowline.run(["connections", "remove", id])).exitCode).toBe(2);
    expect(await print(["connections", "remove", id, "--yes"])).toBe(`Connection ${id} was removed.\n`);
    expect((await bowline.run(["connections", "show", id])).exitCode).toBe(5);

    const kept = await bowline.run(["apps", "remove", "things", "--yes"]);
    expect(kept.exitCode, kept.stderr).toBe(6);
    expect(await print(["apps", "remove", "things", "--force", "--yes"])).toBe(
      "The application things was removed.\n",
    );
    expect((await world.bowline.connections.list()).totalCount).toBe(0);
  });
});
