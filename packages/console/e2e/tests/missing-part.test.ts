import { expect, test } from "vitest";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

describeConsole("a console that was updated while it was open", (world) => {
  test("reloads once when a part of it is gone", async () => {
    await using opened = await openConsole(world, {
      except: [/ERR_FAILED/, /dynamically imported module/, /importing a module script failed/i],
    });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    let isUpdated = false;
    let loads = 0;
    page.on("load", () => loads++);
    await page.route("**/console/keys", (route) => {
      isUpdated = true;
      return route.continue();
    });
    // It is asked for to be preloaded, too, and no reload comes of that.
    await page.route(/\/assets\/keys-page-[^/]*\.js$/, (route) =>
      isUpdated ? route.continue() : route.abort(),
    );
    await page.getByRole("link", { name: "Keys", exact: true }).click();
    await page.waitForURL("**/console/keys");
    await page.getByRole("heading", { level: 1, name: /keys/i }).waitFor();
    await expect.poll(() => loads).toBe(1);
  });
});
