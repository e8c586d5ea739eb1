import { expect, test } from "vitest";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

describeConsole("a console that was updated while it was open", (world) => {
  test("reloads once when a part of it is gone", async () => {
    await using opened = await openConsole(world, {
      isLoaded: true,
      except: [/ERR_FAILED/, /PartError/],
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

  test("says that the server does not respond, and shows the page when it does", async () => {
    await using opened = await openConsole(world, {
      isAlone: true,
      except: [/ERR_INTERNET_DISCONNECTED/, /PartError/],
    });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Members", exact: true }).click();
    const problem = page.getByRole("alert").filter({ hasText: "The server does not respond." });
    await problem.waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await problem.waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();
    await page.getByText("1 member").waitFor();
  });

  test("says that a page is loaded when that takes long", async () => {
    await using opened = await openConsole(world, { isAlone: true });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    let goOn = () => {};
    const wait = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(/\/assets\/settings-page-[^/]*\.js$/, async (route) => {
      await wait;
      await route.continue();
    });
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    const note = page.getByRole("status").filter({ hasText: "Loading the page" });
    await note.waitFor();
    goOn();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await note.waitFor({ state: "detached" });
  });

  test("keeps the page and what was entered when only a part beside it is missing", async () => {
    await using opened = await openConsole(world, {
      isAlone: true,
      path: "/console/import",
      except: [/ERR_FAILED/, /PartError/],
    });
    const { page } = opened;
    await page.route(/\/assets\/shortcuts-/, (route) => route.abort());
    const name = page.getByLabel("Short name");
    await name.fill("typed");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Shift+Slash");
    await page.getByRole("alert").filter({ hasText: "loads the page anew" }).waitFor();
    await expect.poll(() => name.inputValue()).toBe("typed");
  });

  test("says so when not even its first script can be loaded", async () => {
    await using opened = await openConsole(world, { isAlone: true, except: [/ERR_FAILED/] });
    const { page } = opened;
    await page.route(/\/assets\//, (route) => route.abort());
    await page.reload();
    await page.getByText("The console could not be loaded.").waitFor();
  });
});
