import { expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

describeConsole("the settings", (world) => {
  test("tell an Admin how the server is, and nothing secret", async () => {
    await using opened = await openConsole(world, { path: "/console/settings" });
    const { page } = opened;
    const status = await world.call<{ version: string; baseUrl: string; database: { version: string } }>(
      "GET",
      "/v1/status",
    );
    const readFact = (name: string) =>
      page.locator("dl > div", { has: page.getByText(name, { exact: true }) }).getByRole("definition");
    await page.getByText("Ready", { exact: true }).waitFor();
    expect(await readFact("Version").innerText()).toBe(status.version);
    expect(await readFact("Base URL").innerText()).toBe(status.baseUrl);
    expect(await readFact("Database").innerText()).toContain(`PostgreSQL ${status.database.version}`);
    expect(await readFact("Redis").innerText()).toContain("Not configured");
    expect(await readFact("Background jobs").innerText()).toMatch(/^\d+ waiting, \d+ running/);
    expect(await readFact("Calls").innerText()).toMatch(/in an hour\s+[\d,]+ used this hour/);
    expect(await readFact("Searches").innerText()).toMatch(/in an hour\s+[\d,]+ used this hour/);
    for (const name of ["History", "Applications", "Tools", "Search"]) {
      expect(await readFact(name).innerText(), name).not.toBe("");
    }
    expect(await readFact("Master key").innerText()).toMatch(/^Set (just now|.* ago)/);
    // Agents and programs get the address that the server gives itself.
    await page.getByText(`${status.baseUrl}/mcp`, { exact: true }).waitFor();
    const html = await page.content();
    expect(html).not.toContain(world.server.adminApiKey);
    expect(html).not.toContain(world.admin.password);
  });

  test("explain a button to a pointer and to a keyboard, and lose no press meanwhile", async () => {
    await using opened = await openConsole(world, { path: "/console/settings", isAlone: true });
    const { page } = opened;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/mantine-tooltip-[^/]*\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const copy = page.getByRole("button", { name: "Copy address for MCP" });
    await copy.waitFor();
    // In Safari, a press does not give a button the focus.
    await page.evaluate(() => document.addEventListener("mousedown", (event) => event.preventDefault()));
    await copy.hover();
    await page.mouse.down();
    held.resolve();
    const tooltip = page.getByRole("tooltip");
    await tooltip.getByText("Copy address for MCP").waitFor();
    await page.mouse.up();
    await tooltip.getByText("Copied").waitFor();
    await page.mouse.move(0, 0);
    await tooltip.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Copy address of the API" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await tooltip.getByText("Copy address of the API").waitFor();
    await page.keyboard.press("Escape");
    await tooltip.waitFor({ state: "detached" });
  });

  test("show what is chosen in high contrast, and are printed without the navigation", async () => {
    await using opened = await openConsole(world, { path: "/console/history", isAlone: true });
    const { page } = opened;
    await page.emulateMedia({ forcedColors: "active" });
    const track = page.locator(".mantine-Switch-track").first();
    await track.waitFor();
    const readBackground = () => track.evaluate((element) => getComputedStyle(element).backgroundColor);
    const on = await readBackground();
    await page.getByRole("switch", { name: "Live" }).click();
    await expect.poll(readBackground).not.toBe(on);
    await page.goto("/console/settings");
    await page.getByText("As the system").waitFor();
    const readOutline = (name: string) =>
      page
        .getByText(name, { exact: true })
        .evaluate((label) => getComputedStyle(label.closest("label") ?? label).outlineStyle);
    expect([await readOutline("As the system"), await readOutline("Dark")]).toEqual(["solid", "none"]);
    const options = page.getByRole("option");
    const listOutlines = () =>
      options.evaluateAll((all) => all.slice(0, 2).map((one) => getComputedStyle(one).outlineStyle));
    await page.getByRole("combobox", { name: "Time zone" }).click();
    await page.keyboard.press("ArrowDown");
    await expect.poll(listOutlines).toEqual(["solid", "none"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("tool");
    await expect.poll(listOutlines).toEqual(["solid", "none"]);
    await page.keyboard.press("Escape");
    await page.emulateMedia({ forcedColors: "none", media: "print" });
    expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
  });

  test("are printed with the light colors, and shown dark again afterward", async () => {
    await using opened = await openConsole(world, {
      path: "/console/settings",
      colorScheme: "dark",
      spoilsPage: true,
    });
    const { page } = opened;
    await page.getByText("As the system").waitFor();
    // A console that was open before hears of it later.
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: "attached" });
    const readColor = () => page.evaluate(() => getComputedStyle(document.body).color);
    const shown = await readColor();
    await page.evaluate(() =>
      window.addEventListener("beforeprint", () => {
        document.body.dataset.printed = getComputedStyle(document.body).color;
      }),
    );
    await page.pdf();
    const printed = await page.evaluate(() => document.body.dataset.printed);
    expect(await readColor()).toBe(shown);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(readColor).not.toBe(shown);
    expect(printed).toBe(await readColor());
  });

  test("fit a phone of 320 pixels", async () => {
    await using opened = await openConsole(world, { path: "/console/settings", width: 320 });
    const { page } = opened;
    await page
      .getByText(/used this hour$/)
      .first()
      .waitFor();
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll(".mantine-SegmentedControl-root, .mantine-Badge-root, dd")]
        .filter((one) => {
          const paper = one.closest(".mantine-Paper-root");
          return (
            paper !== null &&
            one.getBoundingClientRect().right >
              paper.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(paper).paddingRight)
          );
        })
        .map((one) => one.textContent),
    );
    expect(outside, "what sticks out into the padding").toEqual([]);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll(".mantine-Badge-label, .mantine-SegmentedControl-label")]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.textContent),
    );
    expect(cut, "words that are cut").toEqual([]);
  });

  test("break a name of 200 letters on a phone", async () => {
    const person = await world.hire({ fullName: "Verwaltungsvorschriftenprüfung".repeat(7).slice(0, 200) });
    await using opened = await openConsole(world, { path: "/console/settings", person, width: 375 });
    const { page } = opened;
    await page.getByText(person.email).first().waitFor();
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide, "pixels that stick out to the right").toBeLessThanOrEqual(0);
  });

  test("delete the profile of who asks for it, after saying what that means", async () => {
    const person = await world.hire({ fullName: "Soon Gone" });
    await using opened = await openConsole(world, {
      path: "/console/settings",
      person,
      isAlone: true,
      except: [/status of 40[013]/],
    });
    const { page } = opened;
    await page.getByRole("button", { name: "Delete my profile" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This cannot be undone").waitFor();
    await dialog.getByText("Your keys stop working").waitFor();
    await checkLooks(page, "delete-profile");
    const visited: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) {
        visited.push(new URL(request.url()).pathname + new URL(request.url()).search);
      }
    });
    await dialog.getByRole("button", { name: "Delete my profile" }).click();
    await page.getByLabel("E-mail").waitFor();
    expect(visited, "the page leaves once, whatever it asks meanwhile").toEqual(["/signin"]);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    const { items } = await world.call<{ items: { accountUserId: number; email: string }[] }>(
      "GET",
      "/v1/members",
    );
    expect(items.find((one) => one.accountUserId === person.accountUserId)?.email).toBe("");
    world.sessions.delete(person.email);
    // The Admins see that a profile is gone.
    await using other = await openConsole(world, { path: "/console/members" });
    await other.page.getByText(`Deleted profile ${person.accountUserId}`).waitFor();
  });

  test("do not delete the profile of the last Admin, and say what to do first", async () => {
    await using opened = await openConsole(world, { path: "/console/settings", except: [/status of 409/] });
    const { page } = opened;
    await page.getByRole("button", { name: "Delete my profile" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete my profile" }).click();
    await page.getByRole("alert").getByText("make somebody an Admin").waitFor();
  });

  test("show a Member their own part only", async () => {
    const person = await world.hire();
    await world.call("POST", "/v1/applications", {
      source: "openapi",
      slug: "mine",
      document: {
        openapi: "3.1.0",
        info: { title: "Mine", version: "1" },
        servers: [{ url: "http://127.0.0.1:9" }],
        paths: { "/ping": { get: { operationId: "ping", responses: {} } } },
      },
    });
    await using opened = await openConsole(world, {
      path: "/console/settings",
      person,
      except: [/status of 403/],
    });
    const { page } = opened;
    await page.getByText(person.email).first().waitFor();
    expect(await page.getByRole("heading", { name: "Server" }).count()).toBe(0);
    // Pages of Admins, opened by their address.
    await page.goto("/console/members");
    await page.getByText("Only Admins see the members").waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await checkLooks(page, "members-of-a-member");
    expect(await page.getByRole("button", { name: "Add member" }).count()).toBe(0);
    await page.goto("/console/oauth-clients?tab=applications");
    await page.getByText("No program acts for you").waitFor();
    await page.goto("/console/applications/mine?tab=manage");
    await page.getByRole("tab", { name: "Tools", selected: true }).waitFor();
    expect(await page.getByRole("link", { name: "Import again" }).count()).toBe(0);
  });
});
