import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { quoteForShell } from "../quote-for-shell.ts";
import { renderAnnouncement } from "./render-announcement.ts";

const config = readConfig({});

test("ends with the link of the first sign-in, alone on its line", () => {
  const signInLink = "http://localhost:4400/invitations/token";
  const lines = renderAnnouncement(config, { apiKey: "bwl_key", signInLink }).split("\n");
  expect(lines.slice(-2)).toEqual([signInLink, ""]);
  expect(lines.join("\n")).toContain("bwl_key");
});

test("names the console, unless it is off", () => {
  const nothing = { apiKey: null, signInLink: null };
  expect(renderAnnouncement(config, nothing)).toContain("http://localhost:4400/console/");
  const off = readConfig({ BOWLINE_CONSOLE: "off" });
  expect(renderAnnouncement(off, nothing)).not.toContain("console");
});

test("names the console where people sign in, and the server where it listens", () => {
  const behindProxy = readConfig({ HOST: "::1", BOWLINE_BASE_URL: "https://tools.example.com/bowline" });
  const text = renderAnnouncement(behindProxy, { apiKey: null, signInLink: null });
  expect(text).toContain("https://tools.example.com/bowline/console/");
  expect(text).toContain("Bowline is ready at http://[::1]:4400\n");
});

test("reads the key from its file only while there is one", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "bowline-announced-"));
  const render = () => renderAnnouncement({ ...config, dataDir }, { apiKey: null, signInLink: null });
  expect(render()).toContain('"x-api-key: <your API key>"');
  await writeFile(join(dataDir, "admin-api-key"), "bwl_key");
  expect(render()).toContain(`"x-api-key: $(cat ${quoteForShell(join(dataDir, "admin-api-key"))})"`);
  await rm(dataDir, { recursive: true });
});

test("names files in the working folder from there", () => {
  const inside = { ...config, dataDir: join(process.cwd(), ".bowline") };
  const text = renderAnnouncement(inside, { apiKey: "bwl_key", signInLink: null });
  expect(text).toContain(`kept in ${join(".bowline", "admin-api-key")}\n`);
});

test.skipIf(process.platform === "win32")(
  "a shell finds the key's file whatever its path holds",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "bowline-announced-"));
    const dataDir = join(folder, "it's $HOME here");
    await mkdir(dataDir);
    await writeFile(join(dataDir, "admin-api-key"), "bwl_key");
    const text = renderAnnouncement({ ...config, dataDir }, { apiKey: null, signInLink: null });
    const [, header = ""] = /-H (".*")/.exec(text) ?? [];
    expect(execFileSync("sh", ["-c", `printf %s ${header}`], { encoding: "utf8" })).toBe(
      "x-api-key: bwl_key",
    );
    await rm(folder, { recursive: true });
  },
);
