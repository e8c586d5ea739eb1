import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cacheDir, waitForApplications } from "../support/built-in-servers.ts";
import { createKeyCaller } from "../support/caller.ts";
import { findFreePort } from "../support/find-free-port.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { startServer } from "../support/start-server.ts";
import { startInTerminal } from "../support/terminal-server.ts";

const bar = /applications +\[[#-]{24}\] \d+\/\d+/;
const ready = "the built-in applications are ready";

describeOwnServer("A start in a terminal", () => {
  let folder: string;
  let settings: Record<string, string>;
  let baseUrl: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "bowline-terminal-"));
    const port = await findFreePort();
    baseUrl = `http://127.0.0.1:${port}`;
    settings = {
      PORT: String(port),
      BOWLINE_DATA_DIR: join(folder, "data"),
      BOWLINE_CACHE_DIR: cacheDir,
      BOWLINE_BUILT_INS: "figma,linear",
    };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const waitFor = async (count: number) => {
    const adminApiKey = (await readFile(join(folder, "data", "admin-api-key"), "utf8")).trim();
    await waitForApplications(createKeyCaller(adminApiKey, { baseUrl, hasBudgets: true }), count);
  };

  test("that is the first shows a bar below the link, and then the link is the last line", {
    timeout: 300_000,
    ...proves("terminal.first"),
  }, async () => {
    await using server = await startInTerminal(settings);
    await waitFor(2);
    const link = (await readFile(join(folder, "data", "admin-sign-in-link"), "utf8")).trim();
    await expect.poll(() => server.readScreen().slice(-2)).toEqual([link, ""]);
    const bars = server
      .readOutput()
      .split("\r")
      .filter((text) => bar.test(text));
    expect(bars).not.toHaveLength(0);
    expect(server.readScreen().filter((line) => line.includes("["))).toEqual([]);
    expect(await server.interrupt()).toBe(0);
  });

  test("that is a later one shows neither bar nor link", {
    timeout: 300_000,
    ...proves("terminal.later"),
  }, async () => {
    await using server = await startInTerminal(settings);
    await waitFor(2);
    expect(await server.interrupt()).toBe(0);
    expect(server.readOutput()).not.toMatch(bar);
    expect(server.readOutput()).not.toContain("/invitations/");
  });

  test("that needs other applications shows a bar, and then a line says that they are ready", {
    timeout: 300_000,
    ...proves("terminal.upgrade"),
  }, async () => {
    await using server = await startInTerminal({ ...settings, BOWLINE_BUILT_INS: "figma,linear,notion" });
    await waitFor(3);
    await expect.poll(() => server.readScreen().at(-2)).toContain(ready);
    expect(server.readOutput()).toMatch(bar);
    expect(server.readScreen().filter((line) => bar.test(line))).toEqual([]);
    expect(await server.interrupt()).toBe(0);
  });

  test("in a pipe writes a line for each step", {
    timeout: 300_000,
    ...proves("terminal.pipe"),
  }, async () => {
    const { BOWLINE_CACHE_DIR = "", BOWLINE_BUILT_INS = "" } = settings;
    await using server = await startServer({ BOWLINE_CACHE_DIR, BOWLINE_BUILT_INS });
    await expect.poll(() => server.readLog(), { timeout: 180_000 }).toContain(ready);
    expect(server.readLog()).toContain("installing the built-in applications");
    expect(server.readLog()).not.toContain("\u001b");
    expect(server.readLog()).not.toMatch(bar);
  });
});
