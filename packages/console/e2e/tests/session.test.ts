import { expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { openConsole, signIn } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

describeConsole("a person", (world) => {
  test("signs in and sees the console", async () => {
    await using opened = await openConsole(world, { person: null });
    const { page } = opened;
    await page.waitForURL("**/signin?returnTo=**");
    await signIn(page, world.admin);
    await page.waitForURL("**/console/");
    await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
    await checkLooks(page, "home");
  });

  test("lands on the page that was asked for, with its filters", async () => {
    await using opened = await openConsole(world, { path: "/console/history?success=false", person: null });
    const { page } = opened;
    await page.waitForURL("**/signin?returnTo=**");
    await signIn(page, world.admin);
    await page.waitForURL("**/console/history?success=false");
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  test("sees the console's own page for an address that leads nowhere", async () => {
    await using opened = await openConsole(world, { path: "/console/no/such/page" });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: /not found|no such page|nothing here/i }).waitFor();
    await checkLooks(page, "not-found");
  });

  test("sees in one tab what was changed in another", async () => {
    await using opened = await openConsole(world, { path: "/console/toolsets" });
    const { page } = opened;
    await page.getByRole("button", { name: "Create toolset" }).first().waitFor();
    const other = await page.context().newPage();
    await other.goto("/console/toolsets");
    await other.getByRole("button", { name: "Create toolset" }).first().click();
    const dialog = other.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Made elsewhere");
    await dialog.getByRole("button", { name: "Create toolset" }).click();
    await page.getByText("Made elsewhere").first().waitFor();
  });

  test("reaches the navigation with a thumb on a phone, and is told no keys there", async () => {
    await using opened = await openConsole(world);
    const context = await world.browser.newContext({
      ...{ baseURL: world.baseUrl, viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true },
      storageState: await opened.page.context().storageState(),
    });
    const page = await context.newPage();
    await page.goto("/console/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const burger = await page.getByRole("button", { name: "Navigation", exact: true }).boundingBox();
    await page.touchscreen.tap((burger?.x ?? 0) - 7, (burger?.y ?? 0) + 14);
    await page.getByRole("button", { name: "Close navigation" }).waitFor({ timeout: 10_000 });
    await page
      .getByRole("button", { name: /^Search/ })
      .last()
      .waitFor();
    expect(await page.getByText("Ctrl K").isVisible()).toBe(false);
    await context.close();
  });

  test("who signs out sees nothing any more, also with the back button", async () => {
    await using opened = await openConsole(world, {
      path: "/console/applications",
      except: [/ERR_FAILED/],
    });
    const { page } = opened;
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("link", { name: "Connections" }).first().click();
    await page.waitForURL("**/console/connections");
    await page.route("**/signout", (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: /account/i }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByText("You are not signed out").waitFor();
    await page.getByRole("button", { name: /account/i }).click();
    world.sessions.clear();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/signin**");
    await page.goBack();
    await page.waitForURL("**/signin**");
    await page.getByLabel("Password").waitFor();
  });
});
