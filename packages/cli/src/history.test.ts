import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Bowline } from "@bowline/sdk";
import { openWorld, type World } from "@bowline/sdk/testing/open-world.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine, type Running } from "../testing/run-bowline.ts";
import { readHistoryFilters } from "./commands/history/read-filters.ts";
import { findSuggestions } from "./complete/find-suggestions.ts";

let world: World;
let bowline: CommandLine;
/** Ids of the records, oldest first: one that failed, and one that succeeded through the toolset. */
let failed: number;
let succeeded: number;
let memberId: number;
let keyId: number;

beforeAll(async () => {
  world = await openWorld();
  bowline = await openCommandLine({ BOWLINE_URL: world.baseUrl, BOWLINE_API_KEY: world.apiKey });
  const { tools, members } = world.bowline;
  failed = (await tools.execute("things_get_thing", { fields: { id: "missing" } })).historyId ?? 0;
  const { toolsetId } = world;
  succeeded = (await tools.execute("things_list_things", {}, { toolsetId })).historyId ?? 0;
  keyId = (await world.bowline.apiKeys.list()).items[0]?.apiKeyId ?? 0;
  memberId = (await members.list()).items[0]?.accountUserId ?? 0;
});

afterAll(async () => {
  await bowline[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

async function listIds(...args: string[]): Promise<number[]> {
  const { exitCode, stdout, stderr } = await bowline.run(["history", "list", ...args, "--json"]);
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout).items.map(({ historyId }: { historyId: number }) => historyId);
}

describe("history list", () => {
  it("sends each filter", () => {
    const toolsetId = world.toolsetId;
    expect(
      readHistoryFilters({
        ...{
          tool: "t",
          app: "a",
          connection: 1,
          toolset: toolsetId,
          member: 2,
          key: 3,
          source: "mcp",
          failed: true,
        },
        ...{ kind: "timeout", search: "x", from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
      }),
    ).toEqual({
      ...{ toolSlug: "t", applicationSlug: "a", connectionId: 1, toolsetId, accountUserId: 2, apiKeyId: 3 },
      ...{ source: "mcp", isSuccess: false, kind: "timeout", search: "x" },
      ...{ from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
    });
    expect(readHistoryFilters({ succeeded: true })).toMatchObject({ isSuccess: true });
  });

  it("lists the calls that fit all filters", async () => {
    expect(await listIds()).toEqual([succeeded, failed]);
    const all = ["--app", "things", "--connection", String(world.connectionId), "--member", String(memberId)];
    const whatFailed = ["--tool", "things_get_thing", "--failed", "--kind", "downstreamRefused"];
    expect(await listIds(...all, ...whatFailed, "--search", "no such thing")).toEqual([failed]);
    const whatSucceeded = ["--toolset", world.toolsetId, "--succeeded", "--search", String(succeeded)];
    expect(await listIds(...all, ...whatSucceeded)).toEqual([succeeded]);
    expect(await listIds(...all, "--source", "mcp")).toEqual([]);
    expect(await listIds(...all, "--key", String(keyId), "--failed")).toEqual([failed]);
    expect(await listIds("--key", "2147483647")).toEqual([]);
  });

  it("lists as many as it is asked for, or all", async () => {
    expect(await listIds("--limit", "1")).toEqual([succeeded]);
    const { stdout } = await bowline.run(["history", "list", "--all", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ totalCount: 2, offset: 0, top: 2, items: [{}, {}] });
    const both = await bowline.run(["history", "list", "--all", "--limit", "1"]);
    expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("leave out --limit") });
  });

  it("names who called, with which key and through what, and keeps the ids", async () => {
    const { names } = await world.bowline.executions.get(succeeded);
    const { stdout } = await bowline.run(["history", "list", "--limit", "1"]);
    const { member, apiKey, connection, toolset } = names;
    expect(stdout.trimEnd().split("\t").slice(-4)).toEqual([member, apiKey, connection, toolset]);
    const shown = (await bowline.run(["history", "show", String(succeeded)])).stdout.split("\n");
    expect(shown).toContain(`member\t${member} (${memberId})`);
    expect(shown).toContain(`key\t${apiKey} (${keyId})`);
    expect(shown).toContain(`connection\t${connection} (${world.connectionId})`);
    expect(shown).toContain(`toolset\t${toolset} (${world.toolsetId})`);
  });

  it("takes a time as a moment, a date, or how long ago", async () => {
    const { createdDate } = await world.bowline.executions.get(succeeded);
    const today = createdDate.slice(0, 10);
    expect(await listIds("--from", createdDate)).toEqual([succeeded]);
    expect(await listIds("--to", createdDate)).toEqual([failed]);
    expect(await listIds("--to", today)).toEqual([]);
    expect(await listIds("--from", "1h")).toEqual([succeeded, failed]);
    expect(await listIds("--to", "1h")).toEqual([]);
  });

  it("refuses what no call can have, and lists what an option takes", async () => {
    for (const args of [
      ["--source", "web"],
      ["--kind", "unlucky"],
      ["--succeeded", "--failed"],
      ["--succeeded", "--kind", "timeout"],
      ["--from", "yesterday"],
      ["--from", "2026-02-31T99:00:00Z"],
      ["--toolset", "no-id"],
    ]) {
      const run = await bowline.run(["history", "list", ...args]);
      expect(run.exitCode, args.join(" ")).toBe(2);
      expect(run.stdout).toBe("");
    }
    const { stderr } = await bowline.run(["history", "list", "--kind", "unlucky"]);
    expect(stderr).toContain("downstreamRefused");
    // A call that waits has no record.
    expect(stderr).not.toContain("approvalRequired");
    const unknown = await bowline.run(["history", "list", "--member", "2147483647"]);
    expect(unknown).toMatchObject({ exitCode: 0, stdout: "" });
  });
});

describe("history summary", () => {
  const summarize = (...args: string[]) => bowline.run(["history", "summary", ...args]);
  const readCells = (stdout: string) =>
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t").slice(0, 4));

  it("counts calls by group, with the names of ids", async () => {
    const byTool = await summarize();
    expect(byTool.exitCode, byTool.stderr).toBe(0);
    expect(readCells(byTool.stdout)).toEqual([
      ["things_get_thing", "", "1", "1"],
      ["things_list_things", "", "1", "0"],
    ]);
    expect(byTool.stderr).toContain("2 calls, 1 failed, from ");
    const { names } = await world.bowline.executions.get(succeeded);
    const byKey = await summarize("--by", "apiKey", "--succeeded", "--from", "1h");
    expect(readCells(byKey.stdout)).toEqual([[String(keyId), names.apiKey, "1", "0"]]);
    expect(byKey.stderr).toContain("1 call, 0 failed, from ");
    expect(readCells((await summarize("--by", "kind")).stdout)).toEqual([
      ["downstreamRefused", "", "1", "1"],
      ["none", "", "1", "0"],
    ]);
  });

  it("prints the API's response with --json, and nothing where no call fits", async () => {
    const { stdout } = await summarize("--by", "member", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ count: 2, failures: 1, groups: [{ key: String(memberId) }] });
    expect(await summarize("--key", "2147483647")).toMatchObject({ exitCode: 0, stdout: "" });
    expect(await summarize("--by", "weekday")).toMatchObject({ exitCode: 2, stdout: "" });
  });
});

/** An address of a server, at which it can be away for a while. */
interface Relay extends AsyncDisposable {
  url: string;
  isAway: boolean;
  /** How many connections came while it was away. */
  readonly refused: number;
}

async function openRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isAway = false;
  let refused = 0;
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    sockets.add(socket).add(onward);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.pipe(other);
      one.on("error", () => undefined).on("close", () => other.destroy());
    }
    if (isAway) {
      refused++;
      socket.destroy();
    }
  });
  const closeSockets = () => {
    for (const socket of sockets) {
      socket.destroy();
    }
    sockets.clear();
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get isAway() {
      return isAway;
    },
    set isAway(away) {
      isAway = away;
      closeSockets();
    },
    get refused() {
      return refused;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      closeSockets();
    },
  };
}

describe("logs tail", () => {
  /** Runs it until some output fits, and returns the output. */
  async function tail(args: string[], until: RegExp, meanwhile: () => Promise<unknown>): Promise<string> {
    let started: Running | undefined;
    const run = bowline.run(["logs", "tail", ...args], {
      watch: (running) => {
        started = running;
      },
    });
    const read = () => started?.readOutput() ?? "";
    if (!args.includes("0")) {
      await expect.poll(read, { timeout: 60_000 }).not.toBe("");
    }
    await meanwhile();
    await expect.poll(read, { timeout: 60_000 }).toMatch(until);
    started?.kill("SIGINT");
    expect((await run).exitCode).toBe(130);
    return read();
  }

  it("prints the last calls that fit, and then new ones that do", async () => {
    const execute = (slug: string, id: string) => world.bowline.tools.execute(slug, { fields: { id } });
    const output = await tail(
      ["--failed", "--app", "things", "--kind", "downstreamRefused", "--json"],
      /\n.*\n/,
      async () => {
        await execute("things_get_thing", "7");
        await execute("things_get_thing", "missing");
      },
    );
    const records = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records.map(({ isSuccess }) => isSuccess)).toEqual([false, false]);
    expect(records[0]).toMatchObject({ historyId: failed });
    expect(records[1].historyId).toBeGreaterThan(succeeded);
  });

  it("waits for a server that is away, says so once, prints what came meanwhile, and can be stopped", async () => {
    await using relay = await openRelay(world.baseUrl);
    const execute = async () => (await world.bowline.tools.execute("things_list_things")).historyId ?? 0;
    let started: Running | undefined;
    const run = bowline.run(["logs", "tail", "--json"], {
      environment: { BOWLINE_URL: relay.url },
      watch: (running) => {
        started = running;
      },
    });
    const waitFor = (pattern: RegExp) =>
      expect.poll(() => started?.readOutput() ?? "", { timeout: 60_000 }).toMatch(pattern);
    await waitFor(/historyId/);
    relay.isAway = true;
    const meanwhile = await execute();
    // Each look is tried three times: two looks have failed.
    await expect.poll(() => relay.refused, { timeout: 60_000 }).toBeGreaterThan(6);
    relay.isAway = false;
    await waitFor(new RegExp(`"historyId":\\s*${meanwhile},`));
    const after = await execute();
    await waitFor(new RegExp(`"historyId":\\s*${after},`));
    relay.isAway = true;
    await waitFor(/Waiting until.*Waiting until/s);
    started?.kill("SIGINT");
    const { exitCode, stdout, stderr } = await run;
    expect(exitCode).toBe(130);
    const ids = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).historyId);
    expect(ids.slice(-2)).toEqual([meanwhile, after]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(stderr.match(/Waiting until/g)).toHaveLength(2);
    expect(stderr.match(/^The server responds again\.$/gm)).toHaveLength(1);
  });

  it("begins with all calls since a time", async () => {
    const all = await listIds();
    const output = await tail(["--from", "1h"], new RegExp(`^${all[0]}\t`, "m"), async () => {});
    expect(output.trimEnd().split("\n")).toHaveLength(all.length);
    const none = await bowline.run(["logs", "tail", "--succeeded", "--failed"]);
    expect(none.exitCode).toBe(2);
  });
});

describe("completion", () => {
  it("offers the tools of an application whose slug has a dash, and all of one with very many", async () => {
    const responses = { 200: { description: "OK" } };
    const describe = (operations: string[]) => ({
      openapi: "3.1.0",
      info: { title: "Desk", version: "1" },
      servers: [{ url: "https://desk.example.com" }],
      paths: Object.fromEntries(
        operations.map((operationId) => [`/${operationId}`, { get: { operationId, responses } }]),
      ),
    });
    const many = Array.from({ length: 1001 }, (_, index) => `get_part_${String(index).padStart(4, "0")}`);
    const { applications } = world.bowline;
    await applications.import({ source: "openapi", slug: "things-desk", document: describe(["list_desks"]) });
    await applications.import({ source: "openapi", slug: "parts", document: describe(many) });
    const suggest = async (typed: string) =>
      (
        await findSuggestions(() => world.bowline, ["execute", typed], AbortSignal.timeout(60_000))
      ).forArgument.map(([text]) => text);
    expect(await suggest("thi")).toEqual(["things_", "things_desk_"]);
    expect(await suggest("things_")).toEqual([
      ...["things_create_thing", "things_get_thing", "things_list_things"],
      "things_desk_",
    ]);
    expect(await suggest("things_desk_l")).toEqual(["things_desk_list_desks"]);
    expect(await suggest("parts_get_part_1000")).toContain("parts_get_part_1000");
    for (const slug of ["things-desk", "parts"]) {
      await applications.delete(slug);
    }
  });

  it("offers what an option takes, without the server", async () => {
    const complete = async (...words: string[]) => (await bowline.run(["complete", "--", ...words])).stdout;
    expect(await complete("history", "list", "--so")).toContain("--source");
    expect(await complete("history", "list", "--source", "")).toMatch(/^api\s+mcp\s+console\s/);
    expect(await complete("logs", "tail", "--kind", "time")).toMatch(/^timeout\s/);
  });

  it("offers slugs and ids from the server, to an option only those that it takes", async () => {
    const suggest = (...words: string[]) =>
      findSuggestions(() => world.bowline, words, AbortSignal.timeout(60_000));
    const ofOption = async (...words: string[]) => (await suggest(...words)).forOption;
    expect(await ofOption("history", "list", "--app", "")).toEqual([["things", "Things"]]);
    expect(await ofOption("logs", "tail", "--tool", "things_g")).toContainEqual([
      "things_get_thing",
      expect.any(String),
    ]);
    expect(await ofOption("history", "list", "--member", "")).toEqual([[String(memberId), "Admin"]]);
    expect(await ofOption("history", "list", "--key", "")).toContainEqual([
      String(keyId),
      expect.any(String),
    ]);
    expect(await ofOption("logs", "tail", "--toolset", "")).toEqual([[world.toolsetId, "Things"]]);
    expect(await ofOption("connections", "list", "--search", "")).toEqual([]);
    expect(await ofOption("mcp", "install", "--client", "")).toContainEqual(["cursor", "Cursor"]);
    const [title] = (await suggest("execute", "things_create_thing", "--")).flags;
    const description = "(required) What it is called.";
    expect(title).toEqual({ name: "title", description, isBoolean: false, values: [] });
    expect((await suggest("execute", "--dry-run", "things_c")).flags).toEqual([]);
    expect((await suggest("history", "show", "")).forArgument).toContainEqual([
      String(failed),
      "things_get_thing",
    ]);
  });

  it("offers the programs whose grant may be withdrawn", async () => {
    const grants = { list: async () => ({ items: [{ grantId: 7, clientName: "An agent" }] }) };
    const suggestions = await findSuggestions(
      () => ({ grants }) as unknown as Bowline,
      ["grants", "remove", ""],
      AbortSignal.timeout(60_000),
    );
    expect(suggestions.forArgument).toEqual([["7", "An agent"]]);
  });
});
