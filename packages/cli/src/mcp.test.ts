import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { mcpClients } from "@bowline/sdk/mcp";
import { openWorld, type World } from "@bowline/sdk/testing/open-world.ts";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, launcher, openCommandLine, type Running } from "../testing/run-bowline.ts";

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
    const toml = await bowline.run(["mcp", "config", "--client", "codex", "--oauth", "--json"]);
    expect(JSON.parse(toml.stdout)).toEqual({
      toml: `[mcp_servers."bowline"]\nurl = "${world.baseUrl}/mcp"`,
    });
  });

  it("refuses unknown clients, and says where the others are set up", async () => {
    expect((await bowline.run(["mcp", "config", "--client", "nothing"])).exitCode).toBe(2);
    const { exitCode, stderr } = await bowline.run(["mcp", "config", "--client", "chatgpt"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("needs a public https address");
  });
});

describe("mcp config as a link or a command", () => {
  it("prints what adds the server", async () => {
    const link = await bowline.run(["mcp", "config", "--client", "cursor", "--link", "--oauth"]);
    const config = new URL(link.stdout.trim()).searchParams.get("config") ?? "";
    expect(JSON.parse(Buffer.from(config, "base64").toString())).toEqual({ url: `${world.baseUrl}/mcp` });
    const command = await bowline.run(["mcp", "config", "--client", "codex", "--command"]);
    expect(command.stdout).toBe(
      `codex mcp add bowline --url ${world.baseUrl}/mcp --bearer-token-env-var BOWLINE_API_KEY\n`,
    );
    const cloud = await bowline.run(["mcp", "config", "--client", "claude", "--link"]);
    expect(cloud).toMatchObject({ exitCode: 2, stdout: "" });
    expect(cloud.stderr).toContain("needs a public https address");
    expect((await bowline.run(["mcp", "clients"])).stdout).toMatch(/^chatgpt\tChatGPT\tno\tyes\t/m);
  });
});

describe("mcp install", () => {
  it("writes the clients' files, with a key of its own for each", async () => {
    const { exitCode, stdout, stderr } = await bowline.run([
      ...["mcp", "install", "--client", "cursor,claude-desktop", "--toolset", world.toolsetId, "--yes"],
    ]);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toContain("cursor\tinstalled\t");
    const cursor = JSON.parse(await readFile(join(bowline.home, ".cursor", "mcp.json"), "utf8"));
    const { url, headers } = cursor.mcpServers.bowline;
    expect(url).toBe(`${world.baseUrl}/mcp/${world.toolsetId}`);
    expect(headers["x-api-key"]).not.toBe(world.apiKey);
    expect((await stat(join(bowline.home, ".cursor", "mcp.json"))).mode & 0o777).toBe(0o600);
    expect(stdout + stderr).not.toContain(headers["x-api-key"]);
    const keys = await world.bowline.apiKeys.list().toArray();
    expect(keys.filter(({ toolsetId }) => toolsetId === world.toolsetId)).toHaveLength(2);
    const server = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    const client = new Client({ name: "test", version: "1" }, { capabilities: {} });
    await client.connect(server);
    expect((await client.listTools()).tools).toHaveLength(3);
    await client.close();
    expect((await bowline.run(["mcp", "install", "--client", "cursor"])).exitCode).toBe(2);
    expect((await bowline.run(["mcp", "install", "--client", "nothing", "--yes"])).exitCode).toBe(2);
  });

  it("knows every client that has a file, and says where the others are set up", async () => {
    const project = join(bowline.home, "every-client");
    await mkdir(project);
    for (const { id, name, config, setUp } of mcpClients) {
      const run = await bowline.run(["mcp", "install", "--client", id, "--oauth", "--yes"]);
      expect(run.exitCode, run.stderr).toBe(config === null ? 2 : 0);
      if (config === null) {
        expect(run.stderr).toContain(`${name} has no file to write. Add it there: ${setUp}.`);
      }
    }
    const file = join(bowline.home, ".config", "devin", "mcp_config.json");
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      mcpServers: { bowline: { url: `${world.baseUrl}/mcp` } },
    });
    const install = ["mcp", "install", "--client", "devin", "--scope", "project", "--yes"];
    expect((await bowline.run(install, { cwd: project })).exitCode).toBe(0);
    const own = JSON.parse(await readFile(join(project, ".devin", "mcp_config.json"), "utf8"));
    expect(own.mcpServers.bowline.headers).toEqual({ "x-api-key": expect.stringMatching(/^bwl_/) });
  });
});

describe("mcp install into a file that is there", () => {
  const install = (client: string) => bowline.run(["mcp", "install", "--client", client, "--oauth", "--yes"]);

  it.each(["{ broken", "my notes", "[]", '{"mcpServers": {"other": {}}'])(
    "leaves one that is no JSON object alone: %s",
    async (text) => {
      const file = join(bowline.home, ".cursor", "mcp.json");
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      const { exitCode, stdout } = await install("cursor");
      expect(exitCode).toBe(1);
      expect(stdout).toContain("is not changed, because it is not a JSON object.");
      expect(await readFile(file, "utf8")).toBe(text);
      await rm(file);
    },
  );

  it.each([
    ["cursor", ".cursor/mcp.json", '{"mcpServers": ["mine"]}'],
    ["vscode", "config/Code/User/mcp.json", '{"servers": "mine"}'],
    ["opencode", ".config/opencode/opencode.json", '{"mcp": {"servers": ["mine"]}}'],
    ["codex", ".codex/config.toml", 'mcp_servers = ["mine"]\n'],
    ["codex", ".codex/config.toml", '[[mcp_servers]]\nname = "mine"\n'],
    ["goose", "config/goose/config.yaml", "extensions: [mine]\n"],
    ["goose", "config/goose/config.yaml", "my notes\n"],
  ])("leaves one of %s alone whose servers are no map: %s holds %s", async (client, path, text) => {
    const file = join(bowline.home, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    const { exitCode, stdout } = await install(client);
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/is not changed|must be a JSON object/)]);
    expect(await readFile(file, "utf8")).toBe(text);
    await rm(file);
  });

  it("takes one that begins with a mark of the order of bytes", async () => {
    const file = join(bowline.home, ".codex", "config.toml");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '\ufeffmodel = "m"\n');
    expect(await install("codex")).toMatchObject({ exitCode: 0 });
    expect(await readFile(file, "utf8")).toMatch(/^model = "m"\n[\s\S]*\[mcp_servers\.bowline\]/);
    await rm(file);
  });

  it("makes one that gets a key readable for its owner only", async () => {
    const file = join(bowline.home, ".cursor", "mcp.json");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, "{}");
    await chmod(file, 0o644);
    const readMode = async () => (await stat(file)).mode & 0o777;
    expect((await install("cursor")).exitCode).toBe(0);
    expect(await readMode()).toBe(0o644);
    const withKey = await bowline.run(["mcp", "install", "--client", "cursor", "--yes"]);
    expect(withKey).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("may do whatever you may."),
    });
    expect(await readMode()).toBe(0o600);
    await rm(file);
  });

  it("keeps comments of JSON, and beside a TOML file the one with comments", async () => {
    const json = join(bowline.home, ".cursor", "mcp.json");
    await mkdir(dirname(json), { recursive: true });
    await writeFile(json, '// mine\n{"mcpServers": {"other": {"url": "http://a//,}"},} /* all */}');
    expect((await install("cursor")).exitCode).toBe(0);
    expect(await readFile(json, "utf8")).toMatch(/^\/\/ mine\n.*http:\/\/a\/\/,}.*bowline.*\/\* all \*\/}$/s);
    await rm(json);
    const toml = join(bowline.home, ".codex", "config.toml");
    await mkdir(dirname(toml), { recursive: true });
    await writeFile(toml, 'model = "m" # mine\n');
    const { exitCode, stderr } = await install("codex");
    expect(exitCode).toBe(0);
    expect(await readFile(toml, "utf8")).toContain("mcp_servers.bowline");
    expect(stderr).toContain(`${toml}.before-bowline is the file with them.`);
    expect(await readFile(`${toml}.before-bowline`, "utf8")).toBe('model = "m" # mine\n');
  });
});

describe("mcp install that is stopped", () => {
  it("leaves no key behind, and a later one names keys of the same name", async () => {
    let running: Running | undefined;
    const server = createServer(async (request, response) => {
      const reply = await fetch(world.baseUrl + request.url, {
        method: request.method ?? "GET",
        headers: { "x-api-key": world.apiKey, "content-type": "application/json" },
        ...(request.method === "POST" && { body: await text(request) }),
      });
      if (request.method === "POST") {
        running?.kill("SIGTERM");
        // The signal has arrived before the key.
        await delay(300);
      }
      response.writeHead(reply.status, { "content-type": "application/json" }).end(await reply.text());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const countKeys = async () => (await world.bowline.apiKeys.list()).totalCount;
    const before = await countKeys();
    const install = ["mcp", "install", "--client", "cursor", "--name", "stopped", "--yes"];
    const stopped = await bowline.runInProcess(install, {
      environment: { BOWLINE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
      watch: (started) => {
        running = started;
      },
    });
    server.close();
    expect(stopped).toMatchObject({ exitCode: 143, stdout: "" });
    expect(await countKeys()).toBe(before);
    const older = await world.bowline.apiKeys.create({ name: "stopped for cursor" });
    const { exitCode, stderr } = await bowline.run(install);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`There are older keys of the same name: ${older.apiKeyId}.`);
  });
});

describe("mcp install for a project", () => {
  it("names the variable with the key in a file for all, and says where a key is that cannot be named", async () => {
    const project = join(bowline.home, "shared");
    await mkdir(project);
    const before = (await world.bowline.apiKeys.list()).totalCount;
    const install = ["mcp", "install", "--scope", "project", "--yes", "--toolset", world.toolsetId];
    const named = await bowline.run([...install, "--client", "cursor"], { cwd: project });
    expect(named.exitCode, named.stderr).toBe(0);
    const cursor = JSON.parse(await readFile(join(project, ".cursor", "mcp.json"), "utf8"));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: The client replaces it.
    expect(cursor.mcpServers.bowline.headers).toEqual({ "x-api-key": "${env:BOWLINE_API_KEY}" });
    expect(named.stderr).toContain(`bowline keys create NAME --toolset ${world.toolsetId}`);
    expect((await world.bowline.apiKeys.list()).totalCount).toBe(before);
    const written = await bowline.run([...install, "--client", "codex"], { cwd: project });
    expect(written.stderr).toContain(
      `${join(project, ".codex", "config.toml")} contains a key. Do not commit it.`,
    );
  });

  it("follows no link out of the project", async () => {
    const project = join(bowline.home, "hostile");
    const other = join(bowline.home, "other.json");
    await mkdir(join(project, ".codex"), { recursive: true });
    await mkdir(join(project, ".kiro"));
    await writeFile(other, "{}");
    await writeFile(join(project, ".codex", "config.toml"), 'model = "m" # theirs\n');
    await symlink(other, join(project, ".codex", "config.toml.before-bowline"));
    await symlink(other, join(project, ".mcp.json"));
    await symlink(join(bowline.home, "new.json"), join(project, "kilo.json"));
    await symlink(bowline.home, join(project, ".cursor"));
    await symlink("settings", join(project, ".vscode"));
    await mkdir(join(project, "settings"));
    const clients = "codex,claude-code,kilo-code,cursor,vscode,kiro-cli";
    const { stdout } = await bowline.run(
      ["mcp", "install", "--client", clients, "--scope", "project", "--oauth", "--yes"],
      { cwd: project },
    );
    const results = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t").slice(0, 2).join(" "));
    const refused = "is not changed, because a link leads from it out of the project";
    expect(results).toEqual([
      "codex installed",
      `claude-code ${refused}`,
      `kilo-code ${refused}`,
      `cursor ${refused}`,
      "vscode installed",
      "kiro-cli installed",
    ]);
    expect(await readFile(other, "utf8")).toBe("{}");
    const kept = join(project, ".codex", "config.toml.before-bowline");
    expect(await readFile(kept, "utf8")).toBe('model = "m" # theirs\n');
  });

  it.skipIf(process.platform !== "linux")("ends where no folder can be made", async () => {
    const run = await bowline.runInProcess(["mcp", "install", "--client", "cursor", "--yes"], {
      environment: { HOME: "/proc/nothing" },
    });
    expect([run.exitCode, run.stdout]).toEqual([1, expect.stringMatching(/^cursor\tENOENT: /)]);
  });
});

describe("mcp install for a project and with a sign-in", () => {
  it("writes into the project, without a key", async () => {
    const project = join(bowline.home, "project");
    await mkdir(project);
    const before = (await world.bowline.apiKeys.list()).totalCount;
    const { exitCode, stdout, stderr } = await bowline.run(
      ["mcp", "install", "--client", "vscode,claude-code", "--scope", "project", "--oauth", "--yes"],
      { cwd: project },
    );
    expect(exitCode, stderr).toBe(0);
    expect(stdout.split("\n").filter((line) => line.includes("installed"))).toHaveLength(2);
    const vscode = JSON.parse(await readFile(join(project, ".vscode", "mcp.json"), "utf8"));
    expect(vscode.servers.bowline).toEqual({ type: "http", url: `${world.baseUrl}/mcp` });
    const claude = JSON.parse(await readFile(join(project, ".mcp.json"), "utf8"));
    expect(claude.mcpServers.bowline).toEqual({ type: "http", url: `${world.baseUrl}/mcp` });
    expect((await world.bowline.apiKeys.list()).totalCount).toBe(before);
  });

  it("says how to sign in for a client that only starts programs", async () => {
    const run = await bowline.run(["mcp", "install", "--client", "claude-desktop", "--oauth", "--yes"]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toContain("bowline mcp login");
  });
});

describe("a toolset that is no id", () => {
  it.each([
    ["config", "--client", "cursor"],
    ["install", "--client", "cursor", "--yes"],
    ["bundle", "--out", "refused.mcpb"],
    ["login", "--no-browser"],
    ["stdio"],
  ])("is refused by mcp %s", async (...args) => {
    const { exitCode, stdout, stderr } = await bowline.run(["mcp", ...args, "--toolset", "Things"]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('--toolset takes the id of a toolset, and "Things" is not an id.');
  });
});

it.each([
  ["config", "--client", "cursor", "--name", ""],
  ["install", "--client", "cursor", "--yes", "--name", ""],
  ["install", "--client", "", "--yes"],
  ["bundle", "--name", ""],
])("mcp %s refuses an empty name, such as that of an unset variable", async (...args) => {
  const { exitCode, stdout, stderr } = await bowline.run(["mcp", ...args], { cwd: bowline.home });
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("It is empty.");
});

describe("mcp bundle", () => {
  it("writes a bundle whose program is a server with the toolset's tools", async () => {
    const file = join(bowline.home, "things.mcpb");
    const run = await bowline.run([
      ...["mcp", "bundle", "--toolset", world.toolsetId, "--name", "things", "--out", file],
    ]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).not.toContain("Warning");
    const files = unzipSync(await readFile(file));
    for (const [name, content] of Object.entries(files)) {
      await mkdir(join(bowline.home, "bundle", "server"), { recursive: true });
      await writeFile(join(bowline.home, "bundle", name), content);
      expect(strFromU8(content)).not.toContain(world.apiKey);
    }
    const manifest = JSON.parse(await readFile(join(bowline.home, "bundle", "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({
      manifest_version: "0.3",
      user_config: { api_key: { sensitive: true } },
    });
    const { args, env } = manifest.server.mcp_config;
    const transport = new StdioClientTransport({
      command: process.execPath,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: As the client does it.
      args: args.map((word: string) => word.replace("${__dirname}", join(bowline.home, "bundle"))),
      env: { ...env, BOWLINE_API_KEY: world.apiKey },
    });
    const client = new Client({ name: "test", version: "1" }, { capabilities: {} });
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("things_get_thing");
    await client.close();
  });
});

describe("completion", () => {
  it("prints a script for each shell", async () => {
    for (const shell of ["bash", "zsh", "fish", "powershell"]) {
      const { exitCode, stdout } = await bowline.run(["completion", shell]);
      expect(exitCode).toBe(0);
      expect(stdout).toContain("bowline");
    }
    expect((await bowline.run(["completion", "nothing"])).exitCode).toBe(2);
  });

  it("completes in a bash, also when it is loaded twice or another program's script is, and runs nothing that is typed", async () => {
    const { stdout } = await bowline.run(["completion", "bash"]);
    const script = join(bowline.home, "completion.bash");
    await writeFile(script, stdout);
    const typed = `readonly ShellCompDirectiveError=1; . ${script}; . ${script}; compopt() { :; }
      bowline() { printf 'toolsets\\ttheir tools\\nmcp\\ttheir agents\\n:4\\n'; printf '<%s>' "$@" >&3; }
      COMP_WORDS=(bowline --app '"$(touch ran)"' tools more); COMP_CWORD=3; __bowline_complete 3>&1
      echo " \${COMPREPLY[@]}"; ls`;
    const run = spawnSync("bash", ["--norc", "-c", typed], {
      encoding: "utf8",
      cwd: await mkdtemp(join(bowline.home, "empty-")),
    });
    expect(run.stderr).toBe("");
    expect(run.stdout).toBe(`<complete><--><--app><"$(touch ran)"><tools> toolsets\n`);
  });

  it("completes commands, and slugs and ids from the server", async () => {
    // A server that is slow to respond is not waited for, so a busy machine needs more than one try.
    const complete = (...words: string[]) =>
      expect.poll(async () => (await bowline.run(["complete", "--", ...words])).stdout, { timeout: 240_000 });
    await complete("connec").toMatch(/^connections\t/m);
    await complete("execute", "thi").toMatch(/^things_\t/m);
    await complete("execute", "things_cr").toMatch(/^things_create_thing\t/m);
    await complete("execute", "things_create_thing", "--ti").toMatch(/^--title\t/m);
    await complete("--timeout", "5", "connections", "test", "").toMatch(
      new RegExp(`^${world.connectionId}\\t`, "m"),
    );
    await complete("mcp", "config", "--toolset", "").toMatch(new RegExp(`^${world.toolsetId}\\t`, "m"));
  });
});

describe("mcp stdio", () => {
  it("serves a client of the revision 2026-07-28", async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [launcher, "mcp", "stdio", "--toolset", world.toolsetId],
      env: { HOME: bowline.home, BOWLINE_URL: world.baseUrl, BOWLINE_API_KEY: world.apiKey },
    });
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities: {}, versionNegotiation: { mode: { pin: "2026-07-28" } } },
    );
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(3);
    const result = await client.callTool({ name: "things_create_thing", arguments: { title: "Newest" } });
    expect(JSON.stringify(result)).toContain("Newest");
    await client.close();
  });

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
    // The profile that the file names has another key by now.
    const profile = { url: world.baseUrl, apiKey: "bwl_wrong" };
    await mkdir(join(bowline.home, ".config", "bowline"), { recursive: true });
    await writeFile(
      join(bowline.home, ".config", "bowline", "config.json"),
      JSON.stringify({ currentProfile: "default", profiles: { default: profile } }),
    );
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
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({
      code: -32000,
      message: expect.stringContaining("http://127.0.0.1:9/mcp ("),
    });
    expect(error.message).toContain("Is the server running");
    expect(
      (await bowline.run(["mcp", "stdio"], { environment: { BOWLINE_API_KEY: undefined } })).exitCode,
    ).toBe(4);
  });
});
