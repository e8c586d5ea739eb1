import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BrowserLog } from "../support/browser-log.ts";
import { openConsole } from "../support/open-console.ts";
import { takeTime } from "../support/page-time.ts";
import { describeConsole } from "../support/world.ts";

describeConsole(
  "the first start",
  (world) => {
    test("gives a link that leads into the console", async () => {
      const link = (await readFile(join(world.server.dataDir, "admin-sign-in-link"), "utf8")).trim();
      const context = await world.browser.newContext();
      const page = await context.newPage();
      const log = new BrowserLog(page);
      // The link names localhost, and the browser starts at the server's own address.
      await page.goto(new URL(new URL(link).pathname, world.baseUrl).href);
      await page.getByRole("heading", { level: 1, name: "Welcome to Bowline" }).waitFor();
      const password = page.getByLabel("New password");
      expect(await password.evaluate((element) => element === document.activeElement)).toBe(true);
      await password.fill(world.admin.password);
      await page.getByRole("button", { name: /sign in/i }).click();
      await page.waitForURL("**/console/");
      await page.getByRole("heading", { level: 1 }).waitFor();
      // On a phone, the button of a step stands below its text.
      await page.setViewportSize({ width: 375, height: 800 });
      const text = await page.getByText("Choose an application and enter a key").boundingBox();
      expect(text?.width).toBeGreaterThan(200);
      await context.close();
      log.expectNone();
    });
  },
  { BOWLINE_ADMIN_EMAIL: "", BOWLINE_ADMIN_PASSWORD: "" },
);

describeConsole("a removed member", (world) => {
  test("sees the sign-in page within 5 seconds", async () => {
    const person = await world.hire();
    await using opened = await openConsole(world, { isAlone: true, person, except: [/status of 401/] });
    const { page } = opened;
    const stopTime = await takeTime(page);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("button", { name: /Robin Example/ }).waitFor();
    await stopTime();
    await world.call("DELETE", `/v1/members/${person.accountUserId}`);
    await page.clock.runFor(5000);
    await page.waitForURL("**/signin?returnTo=**");
    await page.getByLabel("Password").waitFor();
  });
});
