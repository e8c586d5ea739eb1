import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { createFormBrowser, type FormBrowser } from "@bowline/acceptance/form-browser.ts";
import { openWorld, type World } from "@bowline/sdk/testing/open-world.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandLine, openCommandLine, type Running } from "../testing/run-bowline.ts";

let world: World;
let bowline: CommandLine;

beforeAll(async () => {
  world = await openWorld();
  // Without a key in the environment. The server calls itself localhost.
  bowline = await openCommandLine({ BOWLINE_URL: world.baseUrl.replace("127.0.0.1", "localhost") });
});

afterAll(async () => {
  await bowline[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const findConfig = () => join(bowline.home, "config", "bowline", "config.json");

/** Waits until a running command has printed something. */
const waitFor = async (running: Running, text: RegExp): Promise<string> => {
  await expect.poll(() => running.readOutput()).toMatch(text);
  return text.exec(running.readOutput())?.[1] ?? "";
};

/** Plays the person who allows the sign-in whose link a command prints. */
const allowWith =
  (browser: FormBrowser) =>
  (running: Running): void => {
    void waitFor(running, /Open (\S+)/)
      .then(async (link) => {
        let page = await browser.open(link);
        while (page.text.match(/continue/i) !== null && !/\ballow\b/i.test(page.text)) {
          page = await browser.press(page, /^continue$/i);
        }
        await browser.press(page, /^allow$/i);
      })
      .catch((error: unknown) => {
        running.kill("SIGTERM");
        throw error;
      });
  };

it("keeps a key from stdin in a file that only its owner reads, and forgets it", async () => {
  expect((await bowline.run(["whoami"])).exitCode).toBe(4);
  const login = await bowline.run(["login", "--with-key"], { stdin: `${world.apiKey}\n` });
  expect(login.exitCode, login.stderr).toBe(0);
  expect(login.stdout + login.stderr).not.toContain(world.apiKey);
  expect((await stat(findConfig())).mode & 0o777).toBe(0o600);
  expect((await bowline.run(["whoami"])).exitCode).toBe(0);

  // The key is only for the server that it was entered for.
  const elsewhere = await bowline.run(["whoami"], { environment: { BOWLINE_URL: "http://127.0.0.1:9" } });
  expect(elsewhere.exitCode).toBe(4);

  const status = await bowline.run(["status"]);
  expect(status.stdout).toContain("ready\tyes\nprofile\tdefault\ncredential\tprofile\n");
  expect((await bowline.run(["logout"])).exitCode).toBe(0);
  expect(await readFile(findConfig(), "utf8")).not.toContain(world.apiKey);
  expect((await bowline.run(["status"])).exitCode).toBe(4);
});

it("asks for the key without echo on a terminal", async () => {
  const login = await bowline.runInTerminal(["login", "--with-key", "--profile", "typed"], {
    watch: (running) => {
      void waitFor(running, /(API key)/).then(() => running.write(`${world.apiKey}\r`));
    },
  });
  expect(login.exitCode, login.stdout).toBe(0);
  expect(login.stdout).toContain("profile typed");
  expect(login.stdout).not.toContain(world.apiKey);
  expect((await bowline.run(["whoami", "--profile", "typed"])).exitCode).toBe(0);
  await bowline.run(["logout", "--profile", "typed"]);
});

it("never asks with CI, or without a terminal", async () => {
  const run = await bowline.runInTerminal(["apps", "remove", "things"], {
    environment: { CI: "true", BOWLINE_API_KEY: world.apiKey },
  });
  expect(run.exitCode).toBe(2);
  expect(run.stdout).toContain("Add --yes");
  expect((await bowline.run(["login", "--with-key"], { stdin: "" })).exitCode).toBe(2);
});

it.each([{}, { NO_COLOR: "1" }])(
  "asks before it removes something, and a no changes nothing, with %o",
  async (environment) => {
    const run = await bowline.runInTerminal(["apps", "remove", "things"], {
      environment: { ...environment, BOWLINE_API_KEY: world.apiKey },
      watch: (running) => {
        void waitFor(running, /(Remove the application)/).then(() => running.write("\r"));
      },
    });
    expect(run.exitCode).toBe(130);
    expect(run.stdout).toContain("Nothing was changed.");
    expect(run.stdout).not.toContain("Error:");
    expect(run.stdout.includes("\u001b[3"), "has a color").toBe(environment.NO_COLOR === undefined);
    expect((await world.bowline.applications.get("things")).toolCount).toBe(3);
  },
);

it("signs in with a code in the browser, renews the token, and signs out", async () => {
  const { invitationUrl } = await world.bowline.members.create({
    kind: "person",
    fullName: "Device Person",
    email: "device@example.com",
    role: "Member",
  });
  const browser = createFormBrowser();
  await browser.press(await browser.open(invitationUrl ?? ""), /accept|set the password/i, {
    password: "plain words that nobody else took",
  });
  const login = await bowline.run(["login"], { watch: allowWith(browser) });
  expect(login.exitCode, login.stderr).toBe(0);
  expect(login.stdout).toContain("as Device Person");

  const config = JSON.parse(await readFile(findConfig(), "utf8"));
  const first = config.profiles.default.tokens;
  config.profiles.default.tokens.expiresAt = 0;
  await writeFile(findConfig(), JSON.stringify(config));
  const [one, other] = await Promise.all([bowline.run(["whoami"]), bowline.run(["apps", "list"])]);
  expect([one.exitCode, other.exitCode], one.stderr + other.stderr).toEqual([0, 0]);
  const renewed = JSON.parse(await readFile(findConfig(), "utf8")).profiles.default.tokens;
  expect(renewed.accessToken).not.toBe(first.accessToken);
  // A sign-in may do what the person may do, except for what an Admin does.
  for (const [exitCode, ...args] of [
    [0, "toolsets", "list"],
    [0, "history", "list"],
    [0, "connections", "list"],
    [0, "toolsets", "create", "Mine"],
    [4, "keys", "list"],
    [4, "members", "add", "Other", "--email", "other@example.com"],
  ] as const) {
    const run = await bowline.run([...args]);
    expect(run.exitCode, `${args.join(" ")}: ${run.stderr}`).toBe(exitCode);
  }

  // The bridge has a sign-in of its own, since a token is good for one address only.
  const request = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })}\n`;
  expect((await bowline.run(["mcp", "stdio"], { stdin: request })).stderr).toContain("bowline mcp login");
  const forMcp = await bowline.run(["mcp", "login"], { watch: allowWith(browser) });
  expect(forMcp.exitCode, forMcp.stderr).toBe(0);
  const listed = await bowline.run(["mcp", "stdio"], { stdin: request });
  expect(JSON.parse(listed.stdout).result.tools.map(({ name }: { name: string }) => name)).toContain(
    "bowline_search_tools",
  );
  // A token that the server does not accept any more is renewed, too.
  const signedIn = JSON.parse(await readFile(findConfig(), "utf8"));
  signedIn.profiles.default.mcpTokens["/mcp"].accessToken = "refused";
  await writeFile(findConfig(), JSON.stringify(signedIn));
  expect(JSON.parse((await bowline.run(["mcp", "stdio"], { stdin: request })).stdout)).toHaveProperty(
    "result",
  );

  // An Admin sees what acts for whom, and since when it was not used.
  const environment = { BOWLINE_API_KEY: world.apiKey };
  const listGrants = async () =>
    JSON.parse((await bowline.run(["grants", "list", "--json"], { environment })).stdout).items;
  const grants = await listGrants();
  expect(grants).toHaveLength(2);
  for (const grant of grants) {
    expect(grant).toMatchObject({
      clientName: expect.stringMatching(/bowline/i),
      lastUsedDate: expect.any(String),
    });
  }
  const ended = await bowline.run(["grants", "remove", String(grants[0].grantId), "--yes"], { environment });
  expect(ended.exitCode, ended.stderr).toBe(0);
  expect(await listGrants()).toEqual([grants[1]]);

  expect((await bowline.run(["logout"])).exitCode).toBe(0);
  const whoami = await fetch(`${world.baseUrl}/v1/auth/whoami`, {
    headers: { authorization: `Bearer ${renewed.accessToken}` },
  });
  expect(whoami.status).toBe(401);
});

it("keeps several sign-ins apart", async () => {
  const args = ["login", "--with-key", "--profile"];
  for (const name of ["one", "two"]) {
    expect((await bowline.run([...args, name], { stdin: world.apiKey })).exitCode).toBe(0);
  }
  const list = await bowline.run(["profiles", "list"]);
  expect(list.stdout).toMatch(/^one\t\S+\tkey\tno\ntwo\t\S+\tkey\tyes$/m);
  expect(list.stdout).not.toContain(world.apiKey);
  expect((await bowline.run(["profiles", "use", "one"])).exitCode).toBe(0);
  expect(JSON.parse((await bowline.run(["status", "--json"])).stdout)).toMatchObject({ profile: "one" });
  expect((await bowline.run(["profiles", "use", "nothing"])).exitCode).toBe(2);
  const complete = async (...words: string[]) => (await bowline.run(["complete", "--", ...words])).stdout;
  expect(await complete("--profile", "")).toMatch(/^one\thttp\S+\ntwo\thttp\S+\n:/);
  expect(await complete("toolsets", "list", "--profile", "t")).toMatch(/^two\t/);
  expect(await complete("profiles", "use", "t")).toMatch(/^two\t/);
  for (const name of ["one", "two"]) {
    expect((await bowline.run(["logout", "--profile", name])).exitCode).toBe(0);
  }
  // What is on this machine needs no sign-in.
  expect(await complete("open", "hist")).toMatch(/^history\t/);
});

it("says that a sign-in stays valid of which the server was not told", async () => {
  await mkdir(dirname(findConfig()), { recursive: true });
  const tokens = { clientId: "c", accessToken: "a", refreshToken: "r", expiresAt: 0 };
  const profiles = { gone: { url: "http://127.0.0.1:9", tokens } };
  await writeFile(findConfig(), JSON.stringify({ currentProfile: "gone", profiles }));
  const { exitCode, stderr } = await bowline.run(["logout"]);
  expect([exitCode, stderr]).toEqual([
    8,
    expect.stringContaining("withdraw the old one with `bowline grants"),
  ]);
  expect(JSON.parse(await readFile(findConfig(), "utf8")).profiles).toEqual({});
});

it("uses a profile that is typed, whatever the environment says", async () => {
  const environment = { BOWLINE_API_KEY: "bwl_wrong", BOWLINE_URL: "http://127.0.0.1:9" };
  const login = await bowline.run(["login", "--with-key", "--profile", "typed"], { stdin: world.apiKey });
  expect(login.exitCode, login.stderr).toBe(0);
  const status = await bowline.run(["status", "--profile", "typed", "--json"], { environment });
  expect(JSON.parse(status.stdout)).toMatchObject({
    url: expect.stringContaining(new URL(world.baseUrl).port),
    credential: "profile",
    problem: null,
  });
  const unknown = { BOWLINE_API_KEY: world.apiKey };
  const typo = await bowline.run(["whoami", "--profile", "typd"], { environment: unknown });
  expect(typo.exitCode).toBe(4);
  expect(typo.stderr).toContain("with the profile typd");
  // A profile that the environment names comes after the key there.
  const named = { BOWLINE_API_KEY: world.apiKey, BOWLINE_PROFILE: "typd" };
  expect((await bowline.run(["whoami"], { environment: named })).exitCode).toBe(0);
  await bowline.run(["logout", "--profile", "typed"]);
});

it("names a profile that is not signed in", async () => {
  const { exitCode, stderr } = await bowline.run(["whoami", "--profile", "nothing"]);
  expect(exitCode).toBe(4);
  expect(stderr).toContain(
    "with the profile nothing. Run `bowline login --profile nothing`, or leave --profile out and set",
  );
});

it("takes an empty profile for none where the environment has it, and refuses one that is typed", async () => {
  const environment = { BOWLINE_PROFILE: "" };
  expect(JSON.parse((await bowline.run(["status", "--json"], { environment })).stdout)).toMatchObject({
    profile: "default",
  });
  const { exitCode, stderr } = await bowline.run(["whoami", "--profile", ""]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("'' is invalid. It is empty.")]);
});

it("finds no profile that is not there, whatever its name", async () => {
  for (const name of ["constructor", "__proto__"]) {
    const { exitCode, stderr } = await bowline.run(["logout", "--profile", name]);
    expect([exitCode, stderr]).toEqual([4, `Error: The profile ${name} is not signed in.\n`]);
  }
});

it("refuses to sign in at an address that is no Bowline", async () => {
  const page = createServer((_request, response) => response.end("<html>"));
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
  const { exitCode, stderr } = await bowline.run(["login", "--url", url]);
  page.close();
  expect(exitCode).toBe(2);
  expect(stderr).toBe(`Error: ${url} is not a Bowline server that you can sign in to from a terminal.\n`);
});

it("says when no sign-in can be kept, and what to do instead", async () => {
  const folder = join(bowline.home, "elsewhere");
  await mkdir(folder);
  await symlink(join(folder, "nowhere"), join(folder, "bowline"));
  await using elsewhere = await openCommandLine({ BOWLINE_URL: world.baseUrl, XDG_CONFIG_HOME: folder });
  const { exitCode, stderr } = await elsewhere.run(["login", "--with-key"], { stdin: world.apiKey });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/elsewhere\/bowline cannot be written to \(E\w+\), so no sign-in can be kept/);
});

it.runIf(process.platform === "linux")("says so too below a folder that takes no new names", async () => {
  const environment = { XDG_CONFIG_HOME: "/proc/nowhere", XDG_CACHE_HOME: "/proc/nowhere" };
  const login = await bowline.runInProcess(["login", "--with-key"], { stdin: world.apiKey, environment });
  expect(login.exitCode).toBe(2);
  expect(login.stderr).toContain("/proc/nowhere/bowline cannot be written to (E");
  const made = await bowline.runInProcess(["app", "new", "/proc/nowhere"], { environment });
  expect(made.exitCode).toBe(2);
  expect(made.stderr).toContain("/proc/nowhere cannot be made (E");
  const help = await bowline.runInProcess(["execute", "things_get_thing", "--help"], {
    environment: { ...environment, BOWLINE_API_KEY: world.apiKey },
  });
  expect(help.exitCode, help.stderr).toBe(0);
});

it("connects with a key from stdin, and refuses one as an argument", async () => {
  const environment = { BOWLINE_API_KEY: world.apiKey };
  const args = ["connect", "things", "--name", "Second"];
  const connected = await bowline.run([...args, "--json"], { stdin: "second-key\n", environment });
  expect(connected.exitCode, connected.stderr).toBe(0);
  expect(JSON.parse(connected.stdout)).toMatchObject({ applicationSlug: "things", name: "Second" });
  expect(connected.stdout).not.toContain("second-key");
  const argument = await bowline.run([...args, "--field", "apiKey=second-key"], { environment });
  expect(argument.exitCode).toBe(2);
  expect(argument.stderr).toContain("is a secret");
  expect((await bowline.run(args, { environment })).exitCode).toBe(2);
  const removed = await bowline.run(
    ["connections", "remove", String(JSON.parse(connected.stdout).connectionId), "--yes"],
    { environment },
  );
  expect(removed.exitCode).toBe(0);
});

it("follows the calls until it is stopped", async () => {
  const environment = { BOWLINE_API_KEY: world.apiKey };
  const tail = await bowline.run(["logs", "tail", "--json", "--lines", "0"], {
    environment,
    watch: (running) => {
      // Only a call after the first look is shown, and nothing says when that was.
      const calling = setInterval(() => void world.bowline.tools.run("things_list_things"), 1000);
      void waitFor(running, /("historyId")/)
        .finally(() => clearInterval(calling))
        .then(() => running.kill("SIGINT"));
    },
  });
  expect(tail.exitCode).toBe(130);
  expect(JSON.parse(tail.stdout.split("\n")[0] ?? "")).toMatchObject({ toolSlug: "things_list_things" });
});
