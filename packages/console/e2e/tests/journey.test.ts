import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EmulatedGitHub,
  startEmulatedGitHub,
  waitForApplication,
} from "@bowline/acceptance/emulated-github.ts";
import { holdBuiltIns } from "@bowline/acceptance/held-built-ins.ts";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { openConsole } from "../support/open-console.ts";
import { takePicture } from "../support/take-picture.ts";
import { describeConsole } from "../support/world.ts";

/** With pictures to take, the whole catalog is there. Otherwise one application is enough. */
const wantedBuiltIns = process.env.CONSOLE_PICTURES ? "on" : "github";
const builtIns = await holdBuiltIns();
const folder = await mkdtemp(join(tmpdir(), "bowline-journey-"));
const applications = join(folder, "applications.json");
const wantedTool = "github_repos_list_for_authenticated_user";
let github: EmulatedGitHub;
let clicks = 0;

// After the server, which has the database open.
afterAll(async () => {
  await github?.close();
  await builtIns[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describeConsole(
  "a newcomer",
  (world) => {
    test("sees that the applications are being prepared, and then the applications", async () => {
      await using opened = await openConsole(world, { hasMotion: true });
      const { page } = opened;
      const preparing = page.getByText(/^Preparing (1 application|\d\d applications)…$/);
      await preparing.waitFor();
      await checkLooks(page, "home-preparing");
      await page.getByRole("link", { name: "Applications", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Applications" }).waitFor();
      await preparing.waitFor();
      expect(await page.getByText("No application matches").count()).toBe(0);
      await checkLooks(page, "applications-preparing");
      await builtIns.release();
      await waitForApplication(world.server, "github");
      await page.getByRole("main").getByRole("link", { name: "GitHub", exact: true }).waitFor();
      expect(await preparing.count()).toBe(0);
    });

    test("gets from an empty server to an agent with tools", async () => {
      await using opened = await openConsole(world, { hasMotion: true });
      const { page } = opened;

      await runFirstTool(page);
      // As many as a person without any documentation needs at most.
      expect(clicks).toBeLessThanOrEqual(10);
      await takePicture(page, "tool");

      const { url, key } = await buildToolset(page);
      await callAsAgent(url, key);
      await page.getByText(/last call was/i).waitFor();
      await press(page.getByRole("link", { name: "See its history" }));
      await page.getByRole("table", { name: "Calls", exact: true }).getByText(wantedTool).waitFor();
      await press(page.getByRole("table", { name: "Calls", exact: true }).getByRole("link").first());
      await page.getByText(/MCP with the key/).waitFor();

      await page.getByRole("link", { name: "Home", exact: true }).click();
      const done = page.getByRole("heading", { name: /^All first steps are done/ });
      await done.waitFor();
      expect(await page.getByText("Choose an application and enter a key").count()).toBe(0);
      await checkLooks(page, "home-done");
      await page.reload();
      await page.getByText("Last 24 hours").waitFor();
      expect(await done.count()).toBe(0);

      await page.goto("/console/applications");
      await page.getByText("GitHub", { exact: true }).waitFor();
      await takePicture(page, "applications");
    });
  },
  await chooseSettings(),
);

async function chooseSettings(): Promise<Record<string, string>> {
  github = await startEmulatedGitHub();
  await writeFile(applications, JSON.stringify({ github: { serverUrl: github.url } }));
  return {
    BOWLINE_BUILT_INS: wantedBuiltIns,
    BOWLINE_APPLICATIONS: applications,
    DATABASE_URL: builtIns.databaseUrl,
  };
}

async function press(target: ReturnType<Page["getByRole"]>): Promise<void> {
  clicks++;
  await target.click();
}

/** From the empty home page to the output of a tool. */
async function runFirstTool(page: Page): Promise<void> {
  await press(page.getByRole("link", { name: "GitHub", exact: true }));
  await page.getByRole("heading", { level: 1, name: "GitHub" }).waitFor();
  await press(page.getByRole("button", { name: "Connect", exact: true }));
  const dialog = page.getByRole("dialog");
  await press(dialog.getByRole("button", { name: /token/i }).first());
  await dialog.getByLabel(/token/i).first().fill(github.token);
  await press(dialog.getByRole("button", { name: "Connect", exact: true }));
  await dialog.getByText(/Connected as octocat/).waitFor();
  expect(await page.content(), "the token has left the page").not.toContain(github.token);
  await press(dialog.getByRole("button", { name: "Try a tool" }));
  await page.getByLabel("Search tools").fill("repos list authenticated");
  // Of more than a thousand. The row would move away while it is pressed.
  await page.getByText(/^\d{1,3} tools$/).waitFor();
  await press(page.getByRole("main").locator(`a[href$="/tools/${wantedTool}"]`));
  await press(page.getByRole("button", { name: "Run", exact: true }));
  await page.getByText("octocat/hello-world").first().waitFor();
}

/** Builds a toolset of one tool, and makes a key for it. */
async function buildToolset(page: Page): Promise<{ url: string; key: string }> {
  await press(page.getByRole("link", { name: "Toolsets" }).first());
  await press(page.getByRole("button", { name: "Create toolset" }).first());
  await page.getByLabel("Name").fill("Reader");
  await press(page.getByRole("dialog").getByRole("button", { name: "Create toolset" }));
  await page.getByRole("heading", { level: 1, name: "Reader" }).waitFor();
  await press(page.getByRole("button", { name: "Add connection" }));
  await press(page.getByRole("menuitem", { name: /GitHub/ }));
  await page.getByLabel("Filter").fill(wantedTool);
  await press(page.getByRole("button", { name: "Select all shown" }));
  await press(page.getByRole("button", { name: "Save" }));
  await page.getByText(/1 tool of 1 connection/).waitFor();
  await press(page.getByRole("button", { name: "Connect an agent" }));
  await page.getByText("With a key", { exact: true }).click();
  await press(page.getByRole("button", { name: "Create key" }));
  const key = await page.getByLabel("Key", { exact: true }).innerText();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    key,
  );
  const { origin, pathname } = new URL(page.url());
  return { url: `${origin}/mcp/${pathname.split("/").at(-1)}`, key };
}

/** Calls the tool over MCP, as a client does that has the key. */
async function callAsAgent(url: string, key: string): Promise<void> {
  const headers = {
    "x-api-key": key,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: wantedTool, arguments: {} } };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(call) });
  expect(await response.text()).toContain("octocat/hello-world");
}
