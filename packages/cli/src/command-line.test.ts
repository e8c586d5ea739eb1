import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startServer } from "@bowline/acceptance/start-server.ts";
import { openWorld, type World } from "@bowline/sdk/testing/open-world.ts";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, launcher, openCommandLine } from "../testing/run-bowline.ts";
import { examples } from "./program/examples.ts";
import { buildProgram } from "./program/program.ts";

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
async function print(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await bowline.run(args);
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

const printJson = async (...args: string[]) => JSON.parse(await print(...args, "--json"));

describe("lists and records", () => {
  it("prints lists as lines with tabs into a pipe", async () => {
    const lines = (await print("tools", "search", "--app", "things")).trimEnd().split("\n");
    expect(lines.map((line) => line.split("\t")[0])).toEqual([
      "things_create_thing",
      "things_get_thing",
      "things_list_things",
    ]);
    expect((await print("connections", "list")).split("\t").slice(0, 4)).toEqual([
      String(world.connectionId),
      "things",
      "Things",
      "active",
    ]);
  });

  it("prints a table on a terminal", async () => {
    const { exitCode, stdout } = await bowline.runInTerminal(["connections", "list"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/ID +APPLICATION +NAME +STATUS/);
    expect(stdout).not.toContain("\t");
  });

  it("lists which OAuth client each application uses", async () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      servers: [{ url: "https://shop.example.com" }],
      paths: {
        "/orders": { get: { operationId: "listOrders", responses: { 200: { description: "Orders" } } } },
      },
      components: {
        securitySchemes: {
          signIn: {
            type: "oauth2",
            flows: {
              authorizationCode: {
                authorizationUrl: "https://shop.example.com/authorize",
                tokenUrl: "https://shop.example.com/token",
                scopes: {},
              },
            },
          },
        },
      },
      security: [{ signIn: [] }],
    };
    await world.bowline.applications.import({ source: "openapi", slug: "signed", document });
    const [app, , , setBy] = (await print("apps", "oauth-clients")).split("\t");
    expect([app, setBy]).toEqual(["signed", "missing"]);
    await print("apps", "remove", "signed", "--yes");
  });

  it("stops at the limit and says so", async () => {
    const { stdout, stderr } = await bowline.run(["tools", "search", "--app", "things", "--limit", "1"]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toBe("These are 1 of 3. Use --limit for more.\n");
  });

  it.each([
    ["whoami"],
    ["status"],
    ["open", "toolsets"],
    ["apps", "list"],
    ["apps", "show", "things"],
    ["tools", "search", "thing"],
    ["tools", "show", "things_get_thing"],
    ["connections", "list"],
    ["toolsets", "list"],
    ["keys", "list"],
    ["members", "list"],
    ["approvals", "list"],
    ["history", "list"],
  ])("prints the API's JSON with --json: %s %s", async (...args) => {
    const printed = await printJson(...args);
    expect(typeof printed).toBe("object");
    expect(JSON.stringify(printed)).not.toContain(world.apiKey);
  });
});

describe("a list of one toolset", () => {
  it.each(["tools search", "history list", "history summary", "logs tail"])(
    "is not one of everything when its id is empty, such as that of an unset variable: %s",
    async (command) => {
      const { exitCode, stdout, stderr } = await bowline.run([...command.split(" "), "--toolset", ""]);
      expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringContaining("It is empty.")]);
    },
  );
});

describe("open", () => {
  it("prints the address of a page or of a record on its page", async () => {
    expect(await print("open")).toBe(`${world.baseUrl}/console/\n`);
    expect(await print("open", "/applications/things")).toBe(
      `${world.baseUrl}/console/applications/things\n`,
    );
    expect(await print("open", "history?tool=things_list_things")).toContain("/console/history?tool=");
  });

  it.each(["nopage", "keys/1", "tools/a/b", "../v1"])("refuses %s, and lists the pages", async (page) => {
    const { exitCode, stdout, stderr } = await bowline.run(["open", page]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`The console has no page ${page}. Pages: applications, `);
  });
});

describe("execute", () => {
  it("reads the input from flags by the tool's schema", async () => {
    world.received.length = 0;
    const output = await print(
      ...["execute", "things_create_thing", "--title", "A lamp", "--color=red"],
      ...["--tags", "new", "--tags", "small"],
    );
    expect(JSON.parse(output)).toMatchObject({ title: "A lamp" });
    expect(world.received).toEqual(['POST /things {"title":"A lamp","color":"red","tags":["new","small"]}']);
  });

  it("takes files, stdin, text and JSON", async () => {
    const file = join(bowline.home, "title.txt");
    await writeFile(file, "From a file");
    await writeFile(join(bowline.home, "input.json"), '{"title": "Whole", "color": "blue"}');
    world.received.length = 0;
    await print("execute", "things_create_thing", "--title", `@${file}`);
    await print("execute", "things_create_thing", "--title", "@@home");
    await print("execute", "things_create_thing", "-f", "title=@home", "-F", 'tags=["a"]');
    await print(
      "execute",
      "things_create_thing",
      "--input",
      join(bowline.home, "input.json"),
      "--color",
      "red",
    );
    const run = await bowline.run(["execute", "things_create_thing", "--input", "-"], {
      stdin: '{"title": "Piped"}',
    });
    expect(run.exitCode).toBe(0);
    expect(world.received.map((line) => JSON.parse(line.slice("POST /things ".length)))).toEqual([
      { title: "From a file" },
      { title: "@home" },
      { title: "@home", tags: ["a"] },
      { title: "Whole", color: "red" },
      { title: "Piped" },
    ]);
  });

  it("refuses a number that would be sent as another one, and a file that is no text", async () => {
    const large = "9007199254740993";
    await writeFile(join(bowline.home, "large.json"), `{"title":"x","id":${large}}`);
    await writeFile(join(bowline.home, "photo.png"), Buffer.from([0x89, 0x50, 0xff]));
    const execute = (...args: string[]) =>
      bowline.run(["execute", "things_create_thing", "--dry-run", ...args]);
    const before = world.received.length;
    for (const [args, problem] of [
      [["--input", join(bowline.home, "large.json")], `Error: ${large} is too large a number`],
      [["-F", `title=[-${large}]`], `Error: -${large} is too large a number`],
      [["--title", `@${join(bowline.home, "photo.png")}`], 'photo.png" is not UTF-8 text'],
    ] as const) {
      const { exitCode, stderr } = await execute(...args);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(problem);
    }
    expect(world.received).toHaveLength(before);
    expect(await print("execute", "things_create_thing", "--title", large)).toContain(`"title": "${large}"`);
    expect(await print("execute", "things_create_thing", "--input", await writeWithMark())).toContain(
      "marked",
    );
  });

  it("shows the request of a dry run and sends nothing", async () => {
    world.received.length = 0;
    const output = await print("execute", "things_create_thing", "--title", "x", "--dry-run");
    expect(output).toContain("POST");
    expect(world.received).toEqual([]);
  });

  it("speaks of @@ only where a text may begin with @", async () => {
    const message = 'The file "missing.json" cannot be read (ENOENT).';
    const execute = ["execute", "things_create_thing"];
    const whole = await bowline.run([...execute, "--input", "missing.json"]);
    expect(whole.stderr).toBe(`Error: ${message}\n`);
    const value = await bowline.run([...execute, "--title", "@missing.json"]);
    expect(value.stderr).toBe(`Error: ${message} A text that begins with @ is written with @@.\n`);
  });

  it("prints the tool's input with --help", async () => {
    const help = await print("execute", "things_create_thing", "--help");
    expect(help).toContain("--title <string>");
    expect(help).toContain("(required) What it is called.");
    expect(help).toContain("--color <red|blue>");
    expect(help).toContain("--tags <array of string>");
    expect(await print("execute", "--help")).toContain("--dry-run");
  });

  it("prints the whole response with --json, also of a tool that failed", async () => {
    expect(await printJson("execute", "things_list_things")).toMatchObject({ isSuccess: true });
    const { exitCode, stdout } = await bowline.run([
      ...["execute", "things_get_thing", "--id", "missing", "--json"],
    ]);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ isSuccess: false });
  });
});

/** Some editors put a mark of the order of bytes at the beginning. */
async function writeWithMark(): Promise<string> {
  const path = join(bowline.home, "marked.json");
  await writeFile(path, '\uFEFF{"title":"marked"}');
  return path;
}

describe("what a person would miss", () => {
  it("says on stderr that no result has the field of a filter, and that results are missing", async () => {
    const application = createServer((_request, response) => {
      response.writeHead(200, {
        "content-type": "application/json",
        link: '<https://elsewhere.example.com/shelves>; rel="next"',
      });
      response.end(JSON.stringify([{ title: "Lamps" }]));
    });
    await once(application.listen(0, "127.0.0.1"), "listening");
    const listShelves = {
      operationId: "list_shelves",
      "x-bowline-paging": { kind: "linkHeader" },
      responses: {
        200: { description: "OK", content: { "application/json": { schema: { type: "array", items: {} } } } },
      },
    };
    const document = {
      openapi: "3.1.0",
      info: { title: "Shelves", version: "1" },
      servers: [{ url: `http://127.0.0.1:${(application.address() as AddressInfo).port}` }],
      paths: { "/shelves": { get: listShelves } },
    };
    await world.bowline.applications.import({ source: "openapi", slug: "shelves", document });
    const args = ["execute", "shelves_list_shelves", "--filter", "titel eq Lamps"];
    const run = await bowline.run(args);
    const json = await bowline.run([...args, "--json"]);
    await print("apps", "remove", "shelves", "--yes");
    application.close();
    expect(run).toMatchObject({ exitCode: 0, stdout: "[]\n" });
    expect(JSON.parse(json.stdout)).toMatchObject({ isSuccess: true, output: [] });
    for (const { stderr } of [run, json]) {
      expect(stderr).toMatch(
        /^Warning: .*"titel".*\nWarning: these are not all results\. The next page has another origin.*\n$/,
      );
    }
  });

  it("says what is wrong with an argument in plain words", async () => {
    const { exitCode, stderr } = await bowline.run(["connections", "show", "first"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^Error: 'first' cannot be the id\. It must be a whole number\.\n/);
  });

  it("says a single problem of the input once", async () => {
    const { stderr } = await bowline.run(["toolsets", "show", "wrong"]);
    expect(stderr).toMatch(
      /^Error: toolsetId: Must be a GUID\.\nRequest id: \S+\n`bowline toolsets list` lists yours\.\n$/,
    );
  });

  it.each(["localhost:4400", "ftp://localhost", "http://"])(
    "names where an address came from that is none: %s",
    async (url) => {
      const what = `is "${url}". It must be the address of a server, such as http://localhost:4400.`;
      const run = await bowline.run(["status"], { environment: { BOWLINE_URL: url } });
      expect(run).toMatchObject({ exitCode: 2, stderr: `Error: BOWLINE_URL ${what}\n` });
      const login = await bowline.run(["login", "--no-browser", "--url", url]);
      expect(login).toMatchObject({ exitCode: 2, stderr: `Error: --url ${what}\n` });
    },
  );

  it("tells a server that is not there from an address that is not Bowline's", async () => {
    const nobody = await bowline.run(["status"], { environment: { BOWLINE_URL: "http://127.0.0.1:9" } });
    expect(nobody).toMatchObject({ exitCode: 8, stdout: expect.stringContaining("cannot be reached") });
    const environment = { BOWLINE_URL: `${world.baseUrl}/v1` };
    const elsewhere = await bowline.run(["status"], { environment });
    expect(elsewhere.exitCode).toBe(8);
    expect(elsewhere.stdout).toContain(`There is no Bowline at ${world.baseUrl}/v1: /health/ready returned`);
  });

  it("asks a server that hangs for both at once, so that status does not wait twice", async () => {
    // It responds to neither before it has both.
    const waiting: ServerResponse[] = [];
    const server = createServer((_request, response) => {
      waiting.push(response);
      for (const one of waiting.length === 2 ? waiting : []) {
        one.end(JSON.stringify({ fullName: "Ada", currentCompany: "Engines" }));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { exitCode, stdout } = await bowline.run(["status"], { environment: { BOWLINE_URL: url } });
    server.closeAllConnections();
    server.close();
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/ready\tyes.*signed in as\tAda/s)]);
  });

  it("refuses a wait of no time", async () => {
    const { exitCode, stderr } = await bowline.run(["status", "--timeout", "0"]);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("at least 1"),
    });
  });
});

describe("what changes things", () => {
  it("imports, shows and removes an application", async () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "Small", version: "1" },
      servers: [{ url: "https://small.example.com" }],
      paths: { "/a": { get: { operationId: "get_a", responses: { 200: { description: "OK" } } } } },
    };
    const { exitCode, stdout, stderr } = await bowline.run(["apps", "import", "-", "--slug", "small"], {
      stdin: JSON.stringify(document),
    });
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toContain("tools\t1\nadded\t1\n");
    expect((await bowline.run(["apps", "remove", "small"])).exitCode).toBe(2);
    await print("apps", "remove", "small", "--yes");
    expect((await bowline.run(["apps", "show", "small"])).exitCode).toBe(5);
  });

  it("creates, edits, copies and removes a toolset", async () => {
    const made = await printJson("toolsets", "create", "Readers", "--app", "things", "--read-only");
    expect(made.connections).toMatchObject([
      { connectionId: world.connectionId, toolSlugs: ["things_get_thing", "things_list_things"] },
    ]);
    const edited = await printJson(
      ...["toolsets", "edit", made.toolsetId, "--name", "Makers", "--tool", "things_create_thing"],
      ...["--remove-tool", "things_get_thing", "--approvals", "writes"],
    );
    expect(edited).toMatchObject({ name: "Makers", settings: { approvals: "writes" } });
    expect(edited.connections[0].toolSlugs.toSorted()).toEqual(["things_create_thing", "things_list_things"]);
    const second = await world.bowline.connections.create({
      applicationSlug: "things",
      name: "Second",
      fields: { apiKey: "another-key-of-the-things" },
    });
    const both = `${world.connectionId},${second.connectionId}`;
    for (const [args, reason] of [
      [["create", "Refused", "--connection", both], "Name tools of it with --tool or --app."],
      [["edit", made.toolsetId, "--connection", both], "Name tools of it with --tool or --app."],
      [["create", "Refused", "--app", "things", "--connection", both], "Give one for each application."],
    ] as const) {
      const refused = await bowline.run(["toolsets", ...args]);
      expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining(reason)]);
    }
    await world.bowline.connections.delete(second.connectionId);
    for (const [args, reason] of [
      [[], "Say what to change, for example with --tool."],
      [["--read-only"], "Say what to change, for example with --tool."],
      [
        ["--remove-tool", "things_typo"],
        "things_typo cannot be removed, because the toolset does not have it.",
      ],
    ] as const) {
      const refused = await bowline.run(["toolsets", "edit", made.toolsetId, ...args]);
      expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining(reason)]);
    }
    const copy = await printJson("toolsets", "clone", made.toolsetId, "Copy");
    expect(copy.connections).toEqual(edited.connections);
    expect(copy.settings.approvals).toBe("writes");
    await print("toolsets", "remove", copy.toolsetId, "--yes");
    expect((await bowline.run(["toolsets", "show", copy.toolsetId])).exitCode).toBe(5);

    const unset = await bowline.run(["execute", "things_create_thing", "--title", "x", "--toolset", ""]);
    expect(unset).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining("It is empty.") });
    const waiting = await bowline.run([
      ...["execute", "things_create_thing", "--title", "x", "--toolset", made.toolsetId],
    ]);
    expect(waiting.exitCode).toBe(3);
    const approvalId = /approvals approve ([\w-]+)/.exec(waiting.stderr)?.[1] ?? "";
    expect(await print("approvals", "show", approvalId)).toContain("things_create_thing");
    expect(await printJson("approvals", "approve", approvalId)).toMatchObject({ status: "approved" });
    await print("execute", "things_create_thing", "--title", "x", "--toolset", made.toolsetId);
    await print("toolsets", "remove", made.toolsetId, "--yes");
  });

  it("runs a tool of a toolset by the name that the toolset gives it", async () => {
    const { toolsetId, connections } = await printJson("toolsets", "create", "Named", "--app", "things");
    const settings = { tools: { things_create_thing: { name: "make_thing" } } };
    await world.bowline.toolsets.update(toolsetId, { connections, settings });
    const run = ["execute", "make_thing", "--toolset", toolsetId];
    expect(JSON.parse(await print(...run, "--title", "Named"))).toMatchObject({ title: "Named" });
    expect(await print(...run, "--help")).toContain("--title <string>");
    const unknown = await bowline.run(["execute", "make_thng", "--toolset", toolsetId, "--title", "x"]);
    expect([unknown.exitCode, unknown.stderr]).toEqual([5, expect.stringContaining("does not exist")]);
    await print("toolsets", "remove", toolsetId, "--yes");
  });

  it("creates and removes a key and members", async () => {
    const key = await printJson("keys", "create", "Reader", "--read-only", "--expires", "7d");
    expect(Date.parse(key.expiresDate) - Date.parse(key.createdDate)).toBeGreaterThan(6 * 86_400_000);
    const environment = { BOWLINE_API_KEY: key.apiKey };
    expect((await bowline.run(["whoami"], { environment })).exitCode).toBe(0);
    await print("keys", "remove", String(key.apiKeyId), "--yes");
    expect((await bowline.run(["whoami"], { environment })).exitCode).toBe(4);

    const person = await printJson("members", "add", "New Person", "--email", "new@example.com");
    expect(person.invitationUrl).toContain("http");
    const id = String(person.accountUserId);
    expect(await printJson("members", "edit", id, "--role", "Admin")).toMatchObject({ role: "Admin" });
    expect((await bowline.run(["members", "edit", id])).exitCode).toBe(2);
    expect((await printJson("members", "invite", id)).invitationUrl).not.toBe(person.invitationUrl);
    await print("members", "remove", id, "--yes");
  });

  it("handles a connection", async () => {
    const id = String(world.connectionId);
    await print("connections", "default", id, "--clear");
    await print("connections", "default", id);
    expect(await print("connections", "show", id)).toContain("default\tyes");
    expect(await print("connections", "test", id)).toContain("works\tunknown");
    expect((await printJson("history", "list", "--failed")).items[0]).toMatchObject({ isSuccess: false });
  });
});

describe("the rest of the API", () => {
  it("is called by method and path", async () => {
    expect(
      JSON.parse(await print("api", "GET", "tools", "-f", "applicationSlug=things", "-F", "top=1")),
    ).toMatchObject({ totalCount: 3, items: [{ applicationSlug: "things" }] });
    const made = JSON.parse(await print("api", "post", "/v1/toolsets", "-f", "name=Called"));
    expect(made).toMatchObject({ name: "Called" });
    await print("api", "DELETE", `v1/toolsets/${made.toolsetId}`);
    expect((await bowline.run(["api", "GET", `toolsets/${made.toolsetId}`])).exitCode).toBe(5);
    expect((await bowline.run(["api", "LOOK", "tools"])).exitCode).toBe(2);
    expect((await bowline.run(["api", "GET", "/oauth/token"])).exitCode).toBe(2);
  });
});

describe("applications", () => {
  it("are imported from a GraphQL schema, and a database needs no description", async () => {
    const graphql = ["apps", "import", "-", "--source", "graphql", "--slug", "shop"];
    const imported = await bowline.run(
      [...graphql, "--base-url", "https://shop.example.com/graphql", "--json"],
      {
        stdin: "type Query { product(id: ID!): String }",
      },
    );
    expect(imported.exitCode, imported.stderr).toBe(0);
    expect(JSON.parse(imported.stdout)).toMatchObject({ applicationSlug: "shop", toolCount: 1 });
    const database = ["apps", "import", "--source", "sql", "--slug", "stock"];
    expect(await printJson(...database, "--dialect", "postgresql")).toMatchObject({
      applicationSlug: "stock",
    });
    expect((await bowline.run([...database, "schema.sql"])).exitCode).toBe(2);
    expect((await bowline.run(["apps", "import", "--slug", "nothing"])).exitCode).toBe(2);
    await print("apps", "remove", "stock", "--yes");
  });

  it("are executed with the inputs of the last import", async () => {
    const importWith = async (argument: string) => {
      const args = ["apps", "import", "-", "--source", "graphql", "--slug", "boutique"];
      const stdin = `type Query { product(${argument}: ID!): Int }`;
      const run = await bowline.run([...args, "--base-url", "https://shop.example.com/graphql"], { stdin });
      expect(run.exitCode, run.stderr).toBe(0);
      return await print("execute", "boutique_product", "--help");
    };
    expect(await importWith("id")).toContain("--id");
    expect(await importWith("sku")).toContain("--sku");
    await print("apps", "remove", "boutique", "--yes");
  });

  it("are changed and hidden", async () => {
    await print("apps", "edit", "shop", "--name", "The shop", "--no-enabled");
    expect(await print("apps", "list", "--search", "shop")).toBe("");
    await print("apps", "edit", "shop", "--enabled");
    expect(await print("apps", "show", "shop")).toContain("name\tThe shop\n");
    expect((await bowline.run(["apps", "edit", "shop"])).exitCode).toBe(2);
    expect(await printJson("apps", "changes", "shop")).toMatchObject({ items: [], totalCount: 0 });
    expect((await bowline.run(["apps", "accept", "shop", "7"])).exitCode).toBe(5);
    await print("apps", "remove", "shop", "--yes");
  });
});

describe("a toolset that somebody else changes", () => {
  it("keeps their change, and the command ends with 6", async () => {
    const { toolsets } = world.bowline;
    const { toolsetId } = await toolsets.create({ name: "Shared" });
    // Between the command and the server: whenever the toolset was read, somebody else adds a tool.
    const others = [
      { connectionId: world.connectionId, applicationSlug: "things", toolSlugs: ["things_get_thing"] },
    ];
    const between = createServer(async (request, response) => {
      const { method = "", url = "", headers } = request;
      const body = method === "GET" ? null : await text(request);
      const names = ["x-api-key", "content-type", "if-match"];
      const sent = names
        .map((name): [string, string] => [name, String(headers[name] ?? "")])
        .filter(([, value]) => value !== "");
      const received = await fetch(world.baseUrl + url, { method, headers: new Headers(sent), body });
      const result = await received.text();
      if (method === "GET" && url.endsWith(toolsetId)) {
        await toolsets.update(toolsetId, { connections: others });
      }
      response.writeHead(received.status, Object.fromEntries(received.headers)).end(result);
    });
    await once(between.listen(0, "127.0.0.1"), "listening");
    const bowlineUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    const edit = ["toolsets", "edit", toolsetId, "--tool", "things_list_things"];
    const run = await bowline.run(edit, { environment: { BOWLINE_URL: bowlineUrl } });
    between.close();
    between.closeAllConnections();
    expect([run.exitCode, run.stderr]).toEqual([6, expect.stringContaining("was changed since it was read")]);
    expect((await toolsets.get(toolsetId)).connections).toMatchObject(others);
    expect((await bowline.run(edit)).exitCode).toBe(0);
    await toolsets.delete(toolsetId);
  });
});

describe("exit codes", () => {
  it("are those of the process, which ends by itself", async () => {
    const environment = { BOWLINE_API_KEY: undefined };
    const run = await bowline.runInProcess(["tools", "search", "--app", "things"]);
    expect(run).toEqual(await bowline.run(["tools", "search", "--app", "things"]));
    expect(run.exitCode).toBe(0);
    const refused = await bowline.runInProcess(["whoami"], { environment });
    expect(refused).toEqual(await bowline.run(["whoami"], { environment }));
    expect(refused.exitCode).toBe(4);
  });

  it.runIf(existsSync("/dev/full"))("1: a full disk, with the reason", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [launcher, "--help"], {
      encoding: "utf8",
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    expect([status, stderr]).toEqual([
      1,
      "Error: The output cannot be written (ENOSPC). A part of it may be missing.\n",
    ]);
  });

  it.runIf(existsSync("/dev/full"))("are the same when nobody reads the errors", () => {
    const full = openSync("/dev/full", "w");
    const { status } = spawnSync(process.execPath, [launcher, "no-such-command"], {
      stdio: ["ignore", "pipe", full],
    });
    closeSync(full);
    expect(status).toBe(2);
  });

  it("0 for the version and for help", async () => {
    expect(await print("--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await print("help", "toolsets")).toContain("toolsets");
    expect(await print("help", "tools", "search")).toMatch(/^Usage: bowline tools search /);
    expect(await print("tools", "help", "search")).toMatch(/^Usage: bowline tools search /);
  });

  it("1: something unexpected, such as a client's file that cannot be written", async () => {
    await writeFile(join(bowline.home, ".cursor"), "no folder");
    const before = (await world.bowline.apiKeys.list()).totalCount;
    const run = await bowline.run(["mcp", "install", "--client", "cursor", "--yes"]);
    await rm(join(bowline.home, ".cursor"));
    expect(run.exitCode, run.stdout + run.stderr).toBe(1);
    // The key that was made for the file is gone again.
    expect((await world.bowline.apiKeys.list()).totalCount).toBe(before);
  });

  it("7: too many calls, with the time to wait", async () => {
    await using server = await startServer({ BOWLINE_RATE_HOURLY: "1" });
    const environment = { BOWLINE_URL: server.baseUrl, BOWLINE_API_KEY: server.adminApiKey };
    await bowline.run(["tools", "search"], { environment });
    const run = await bowline.run(["tools", "search"], { environment });
    expect(run.exitCode, run.stderr).toBe(7);
    expect(run.stderr).toMatch(/Try again in \d+ s\./);
    const json = await bowline.run(["tools", "search", "--json"], { environment });
    expect(json.exitCode).toBe(7);
    expect(JSON.parse(json.stderr)).toMatchObject({
      errorCode: "RATE_LIMIT_EXCEEDED",
      retryAfter: expect.any(Number),
    });
  });

  it("2: an unknown command, option or input, and a refused input", async () => {
    world.received.length = 0;
    for (const args of [
      ["nothing"],
      ["apps", "list", "--nothing"],
      ["apps"],
      ["connections", "show", "x"],
      ["execute", "things_create_thing", "--nothing", "x"],
      ["execute", "things_create_thing", "--color", "green"],
      ["execute", "things_list_things", "--filter", "wrong"],
    ]) {
      const { exitCode, stdout, stderr } = await bowline.run(args);
      expect(exitCode, `${args.join(" ")} ${stderr}`).toBe(2);
      expect(stdout).toBe("");
      expect(stderr).not.toBe("");
    }
    expect(world.received).toEqual([]);
    expect((await bowline.run(["nothing"])).stderr).toMatch(
      /'nothing'\nAdd --help to see what there is\.\n$/,
    );
    for (const args of [
      ["help", "nothing"],
      ["help", "tools", "nothing"],
      ["tools", "help", "nothing"],
    ]) {
      const { exitCode, stdout, stderr } = await bowline.run(args);
      expect([exitCode, stdout, stderr], args.join(" ")).toEqual([
        2,
        "",
        expect.stringMatching(/^Error: unknown command 'nothing'\n/),
      ]);
    }
    expect((await bowline.run(["tools", "search", "--limit", "0"])).stderr).toContain("at least 1");
    expect((await bowline.run(["nothing", "--json"])).stderr).not.toContain("Add --help");
    for (const args of [["--json"], ["history", "--json"]]) {
      const { exitCode, stderr } = await bowline.run(args);
      expect(exitCode).toBe(2);
      expect(JSON.parse(stderr)).toMatchObject({ message: expect.stringMatching(/^A command is missing\./) });
    }
    expect((await bowline.run(["history", "--limt", "3"])).stderr).toBe(
      "Error: unknown option '--limt'\n`bowline history` is followed by one of: list, summary, show. Add --help to see what there is.\n",
    );
    expect((await bowline.run(["execute", "things_create_thing", "--color", "green"])).stderr).toMatch(
      /\n`bowline execute things_create_thing --help` shows the input\.\n$/,
    );
    expect((await bowline.run(["tools", "show", "nothing"])).stderr).toMatch(
      /\n`bowline tools search WORDS` finds tools\.\n$/,
    );
  });

  it("3: the tool ran and failed", async () => {
    const { exitCode, stdout, stderr } = await bowline.run([
      "execute",
      "things_get_thing",
      "--id",
      "missing",
    ]);
    expect(exitCode).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      /Error: .*\nKind of failure: downstreamRefused\nRecord: `bowline history show \d+`/,
    );
  });

  it("4: not signed in, a wrong key, not allowed", async () => {
    const without = await bowline.run(["whoami"], { environment: { BOWLINE_API_KEY: undefined } });
    expect(without).toMatchObject({ exitCode: 4, stdout: "" });
    const wrong = await bowline.run(["whoami"], { environment: { BOWLINE_API_KEY: "bwl_wrong" } });
    expect(wrong.exitCode).toBe(4);
    expect(wrong.stdout + wrong.stderr).not.toContain("bwl_wrong");
  });

  it("5: not found, with the API's envelope for --json", async () => {
    const { exitCode, stdout, stderr } = await bowline.run(["apps", "show", "nothing", "--json"]);
    expect(exitCode).toBe(5);
    expect(stdout).toBe("");
    expect(JSON.parse(stderr)).toMatchObject({ errorCode: "NOT_FOUND", path: "/v1/applications/nothing" });
  });

  it("says which command lists what was looked for", async () => {
    const guid = "00000000-0000-4000-8000-000000000000";
    const commands = {
      "connections show 99": "connections list",
      [`toolsets show ${guid}`]: "toolsets list",
      "history show 99": "history list",
      "keys remove 99 --yes": "keys list",
      "tools show no_such_thing": "tools search WORDS",
    };
    for (const [command, listing] of Object.entries(commands)) {
      const { stderr } = await bowline.run(command.split(" "));
      expect(stderr).toContain(`\`bowline ${listing}\``);
    }
  });

  it("6: no default connection", async () => {
    await print("connections", "default", String(world.connectionId), "--clear");
    const run = await bowline.run(["execute", "things_list_things"]);
    await print("connections", "default", String(world.connectionId));
    expect(run.exitCode).toBe(6);
    expect(run.stderr).toMatch(
      /\n`bowline connect things --default` connects an account\. --connection names one that you have\.\n$/,
    );
  });

  it("8: no server", async () => {
    const run = await bowline.run(["whoami"], { environment: { BOWLINE_URL: "http://127.0.0.1:9" } });
    expect(run.exitCode).toBe(8);
    expect(run.stderr).not.toContain(world.apiKey);
  });
});

describe("help", () => {
  /** Lists the commands without commands of their own, by their names, but `help`. */
  function listCommands(command: Command, path: string[] = []): [string, Command][] {
    return command.commands.length === 0
      ? [[path.join(" "), command]]
      : command.commands
          .filter((child) => child.name() !== "help")
          .flatMap((child) => listCommands(child, [...path, child.name()]));
  }

  it("has an example of each command, with options and as many arguments as it takes", async () => {
    const program = buildProgram(false);
    const commands = listCommands(program);
    expect(commands.map(([name]) => name).toSorted()).toEqual(Object.keys(examples).toSorted());
    for (const [name, command] of commands) {
      const [, typed = ""] = examples[name]?.replace(/ > .*/, "").split(`bowline ${name}`) ?? [];
      const words = Array.from(typed.matchAll(/'[^']*'|\S+/g), ([word]) => word.replaceAll("'", ""));
      const { operands, unknown } = command.parseOptions(words);
      // The program's own options are unknown to the command, and the input of a tool to both.
      const unknownToBoth = name === "execute" ? [] : program.parseOptions(unknown).unknown;
      expect(unknownToBoth, name).toEqual([]);
      const { registeredArguments } = command;
      expect(operands.length, name).toBeGreaterThanOrEqual(
        registeredArguments.filter(({ required }) => required).length,
      );
    }
    expect(await print("logs", "tail", "--help")).toMatch(/\nExample:\n {2}bowline logs tail .+\n$/);
    expect(await print("completion", "--help")).toContain("\nExample:\n");
  });

  // CPU time, because other work on the machine makes the clock say nothing.
  it("takes no more CPU time than 120 ms, or two and a half times that of Node alone", () => {
    const report = `data:text/javascript,${encodeURIComponent(
      'process.on("exit", () => { const { user, system } = process.cpuUsage(); console.error("cpu=" + (user + system)); });',
    )}`;
    const measure = (args: string[]): number => {
      const times = Array.from({ length: 7 }, () => {
        const { status, stderr } = spawnSync(process.execPath, ["--import", report, ...args], {
          encoding: "utf8",
        });
        expect(status).toBe(0);
        return Number(/cpu=(\d+)/.exec(stderr)?.[1]) / 1000;
      });
      return Math.min(...times);
    };
    measure([launcher, "--help"]);
    const help = measure([launcher, "--help"]);
    const bare = measure(["-e", "0"]);
    expect(help).toBeLessThanOrEqual(Math.max(120, 2.5 * bare));
  });
});
