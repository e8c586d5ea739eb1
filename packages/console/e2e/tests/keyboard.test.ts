import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { findAccessibilityProblems } from "../support/find-accessibility-problems.ts";
import { findCoveredFocus } from "../support/find-covered-focus.ts";
import { goodToken, type Harbor, startHarbor } from "../support/harbor.ts";
import { waitForPaint } from "../support/measure-work.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

describeConsole(
  "a person with a keyboard alone",
  (world) => {
    let harbor: Harbor;
    beforeAll(async () => {
      harbor = await startHarbor();
      await world.call("POST", "/v1/applications", {
        source: "openapi",
        slug: "harbor",
        document: harbor.document,
      });
    });
    afterAll(() => harbor?.[Symbol.asyncDispose]());

    test("loses no letter that is typed at once after Ctrl+K, also in a field", async () => {
      await using opened = await openConsole(world, { isAlone: true });
      const { page } = opened;
      const search = page.getByLabel("Search pages, applications and tools");
      await page.getByRole("button", { name: "Search" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("applications");
      await expect.poll(() => search.inputValue()).toBe("applications");
      // On a busy machine the field loses the focus while the rest of the palette appears, however long that takes.
      await page.clock.install();
      await page.goto("/console/");
      await page.getByRole("button", { name: "Search" }).waitFor();
      await page.evaluate(() => {
        document.addEventListener("focusin", ({ target }) => {
          if (target instanceof HTMLInputElement && !document.body.dataset.calm) {
            document.body.dataset.lost = "true";
            queueMicrotask(() => target.blur());
          }
        });
      });
      await page.keyboard.press("Control+k");
      await page.locator("[data-lost]").waitFor();
      await page.keyboard.type("to");
      await page.clock.fastForward(600);
      await page.evaluate(() => {
        document.body.dataset.calm = "true";
      });
      await search.focus();
      await expect.poll(() => search.inputValue()).toBe("to");
      // It also loses it after it has had it for long.
      await page.clock.fastForward(20_000);
      await search.evaluate((field) => field.blur());
      await page.keyboard.type("ols");
      await expect.poll(() => search.inputValue()).toBe("tools");
      expect(await isFocused(search)).toBe(true);
      // When the palette is closed, keys are the page's.
      await page.keyboard.press("Escape");
      await search.waitFor({ state: "detached" });
      await page.goto("/console/applications");
      await page.getByLabel("Search applications").focus();
      await page.keyboard.press("Control+k");
      await expectFocus(search);
      await page.keyboard.press("Escape");
      await search.waitFor({ state: "detached" });
      await expectFocus(page.getByLabel("Search applications"));
      await page.keyboard.type("slack");
      await expect.poll(() => page.getByLabel("Search applications").inputValue()).toBe("slack");
      await page.goto("/console/applications");
      await page.getByLabel("Search applications").focus();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("toolsets");
      await expect.poll(() => search.inputValue()).toBe("toolsets");
      await expect.poll(() => page.getByLabel("Search applications").inputValue()).toBe("");
    });

    test("hears the groups of what is found, and that tools are those of the words before", async () => {
      await using opened = await openConsole(world);
      const { page } = opened;
      const held = Promise.withResolvers<void>();
      await page.route(/search=create\+an\+issue/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.getByRole("button", { name: "Search" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("create");
      const dialog = page.getByRole("dialog");
      const tools = dialog.getByRole("group", { name: "Tools", exact: true });
      await tools.getByRole("option", { name: "Create an issue" }).waitFor();
      await page.keyboard.type(" an issue");
      await dialog.getByRole("group", { name: "Tools · Searching…" }).waitFor();
      held.resolve();
      await tools.waitFor();
    });

    test("has the keys back when the search over all cannot be loaded, or is not waited for", async () => {
      await using opened = await openConsole(world, { isAlone: true, except: [/ERR_FAILED/, /PartError/] });
      const { page } = opened;
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/assets\/palette-[^/]*\.js$/, async (route) => {
        await isReleased;
        await route.abort();
      });
      await page.goto("/console/applications");
      const field = page.getByLabel("Search applications");
      await field.waitFor();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("lost");
      await field.click();
      await page.keyboard.type("a");
      await expect.poll(() => field.inputValue()).toBe("a");
      // It was just loaded anew, so it does not do that again by itself.
      await page.evaluate(() => sessionStorage.setItem("bowline-reloaded-at", String(Date.now())));
      release();
      await page.getByText(/could not be loaded/).waitFor();
      await field.focus();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("b");
      await expect.poll(() => field.inputValue()).toBe("ab");
    });

    test("reads the list of keys on while another part of the frame is loaded", async () => {
      await using opened = await openConsole(world, { isAlone: true });
      const { page } = opened;
      const palette = /\/assets\/palette-[^/]*\.js$/;
      const held = Promise.withResolvers<void>();
      await page.route(palette, async (route) => {
        await held.promise;
        await route.continue();
      });
      const isAsked = page.waitForRequest(palette);
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Shift+Slash");
      await isAsked;
      await waitForPaint(page);
      const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await dialog.getByText("Show this list").waitFor();
      held.resolve();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    });

    test("reads in the search over all that it is under way, and that it failed", async () => {
      await using opened = await openConsole(world, { path: "/console/settings", except: [/ERR_FAILED/] });
      const { page } = opened;
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/v1\/tools\?.*search=/, async (route) => {
        await isReleased;
        await route.abort();
      });
      await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByLabel("Search pages, applications and tools").fill("send a message");
      await page.getByText("Searching…").waitFor();
      release();
      await page.getByText("The server does not respond.").waitFor();
      expect(await page.getByText("Nothing found").count()).toBe(0);
    });

    test("has what the search over all finds first chosen, and reads which one that is", async () => {
      const title = "Donaudampfschifffahrt".repeat(9);
      const document = { ...harbor.document, info: { title, version: "1" } };
      await world.call("POST", "/v1/applications", { source: "openapi", slug: "long", document });
      await using opened = await openConsole(world, { path: "/console/settings", width: 375 });
      const { page } = opened;
      await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
      await page.keyboard.press("Control+k");
      const search = page.getByRole("combobox", { name: "Search pages, applications and tools" });
      await expectFocus(search);
      const place = await search.boundingBox();
      await page.keyboard.type("donau");
      const application = page.getByRole("option", { name: title });
      await application.first().waitFor();
      const dialog = await page.getByRole("dialog").boundingBox();
      for (const words of await application.getByText(title).all()) {
        const box = await words.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((dialog?.x ?? 0) + (dialog?.width ?? 0));
      }
      await search.fill("get an issue");
      // As many as are shown at most. Until they come, it is those of the words before.
      await expect.poll(() => page.getByRole("option").count()).toBe(8);
      const found = page.getByRole("listbox").getByRole("option", { selected: true });
      await found.getByText("Get an issue").waitFor();
      expect(await search.getAttribute("aria-activedescendant")).toBe(await found.getAttribute("id"));
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => page.getByRole("option").nth(1).getAttribute("aria-selected")).toBe("true");
      expect(await search.getAttribute("aria-activedescendant")).toBe(await found.getAttribute("id"));
      expect(await search.boundingBox()).toEqual(place);
      expect(await findAccessibilityProblems(page, "all", "[role=dialog]")).toEqual([]);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Get an issue" }).waitFor();
      await world.call("DELETE", "/v1/applications/long");
    });

    test("sees whatever gets the focus, also beside a bar that stays in sight", async () => {
      const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
        applicationSlug: "harbor",
        fields: { token: goodToken },
        isDefault: true,
      });
      const entry = { connectionId, applicationSlug: "harbor", toolSlugs: ["harbor_create_issue"] };
      const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
        name: "Seen",
        connections: [entry],
      });
      await world.call("POST", "/v1/tools/harbor_list_issues/execute", {});
      await using opened = await openConsole(world);
      const { page } = opened;
      await page.setViewportSize({ width: 1280, height: 420 });
      for (const [path, text] of [
        ["/console/tools/harbor_create_issue", /A short title/],
        [`/console/toolsets/${toolsetId}`, /1 tool chosen/],
        ["/console/history?success=true", /1 of 1 call/],
      ] as const) {
        await page.goto(path);
        await page.getByText(text).first().waitFor();
        for (let stop = 0; stop < 45; stop++) {
          await page.keyboard.press("Tab");
          await expect.poll(() => findCoveredFocus(page)).toBeNull();
        }
      }
      // The bar itself is seen anyway.
      await page.goto("/console/tools/harbor_create_issue");
      await page.getByRole("button", { name: "Run", exact: true }).focus();
      await waitForPaint(page);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await world.call("DELETE", `/v1/toolsets/${toolsetId}`);
      await world.call("DELETE", `/v1/connections/${connectionId}`);
    });

    test("sees what has the focus beside the navigation of a phone, and closes it by Escape", async () => {
      await using opened = await openConsole(world, { path: "/console/toolsets", width: 320 });
      const { page } = opened;
      const { keyboard } = page;
      const opener = page.getByRole("button", { name: "Navigation", exact: true });
      const closer = page.getByRole("button", { name: "Close navigation" });
      const open = async () => {
        await opener.press("Enter");
        await expectFocus(closer);
      };
      await open();
      await page.getByRole("button", { name: /^Account/ }).focus();
      await keyboard.press("Tab");
      await closer.waitFor({ state: "hidden" });
      await expectFocus(page.getByRole("main").getByRole("button", { name: "From a file" }));
      expect(await findCoveredFocus(page)).toBeNull();
      await open();
      await keyboard.press("Escape");
      await closer.waitFor({ state: "hidden" });
      await expectFocus(opener);
      // What lies above the navigation leaves it open.
      await open();
      await keyboard.press("Control+k");
      await expectFocus(page.getByRole("combobox"));
      await keyboard.press("Escape");
      await expectFocus(closer);
      await page.getByRole("button", { name: /^Account/ }).press("Enter");
      await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
      await keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      expect(await closer.isVisible()).toBe(true);
    });

    test("sees in dark colors which field or button has the focus", async () => {
      await using opened = await openConsole(world, { path: "/console/keys", colorScheme: "dark" });
      const { page } = opened;
      await page.getByRole("button", { name: "Create key" }).click();
      const field = page.getByRole("dialog", { name: "New key" }).getByRole("textbox", { name: "Name" });
      await expectFocus(field);
      // The color of links, which is light enough on the dark ground.
      const accent = await page.getByRole("link", { name: "Skip to the content" }).evaluate((link) => {
        return getComputedStyle(link).color;
      });
      await expect.poll(() => field.evaluate((one) => getComputedStyle(one).borderTopColor)).toBe(accent);
      await page.keyboard.press("Shift+Tab");
      const button = page.getByRole("dialog").getByRole("button", { name: "Close" });
      await expectFocus(button);
      expect(await button.evaluate((one) => getComputedStyle(one).outlineColor)).toBe(accent);
    });

    test("keeps a dialog that a double click has opened", async () => {
      await using opened = await openConsole(world, { path: "/console/keys" });
      const { page } = opened;
      await page.getByRole("button", { name: "Create key" }).dblclick();
      const dialog = page.getByRole("dialog", { name: "New key" });
      await dialog.getByRole("textbox", { name: "Name" }).fill("Stays");
      // A click beside it still closes it.
      await page.mouse.click(5, 5);
      await dialog.waitFor({ state: "detached" });
    });

    test.each([1280, 375])("is on the page that a link has led to, %i pixels wide", async (width) => {
      await using opened = await openConsole(world, { path: "/console/toolsets", width, isLoaded: true });
      const { page } = opened;
      const { keyboard } = page;
      const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
      await title("Toolsets").waitFor();
      await expectFocus(page.locator("body"));
      const follow = async (name: string) => {
        if (width < 1000) {
          await page.getByRole("button", { name: "Navigation", exact: true }).press("Enter");
          // It would take the focus from the link otherwise.
          await expectFocus(page.getByRole("button", { name: "Close navigation" }));
        }
        await page
          .getByRole("navigation", { name: "Pages" })
          .getByRole("link", { name, exact: true })
          .press("Enter");
        await title(name).waitFor();
      };
      await follow("Keys");
      await expectFocus(page.getByRole("main", { name: "Keys" }));
      await keyboard.press("Tab");
      await expectFocus(page.getByRole("button", { name: "Create key" }));
      // A link of the page itself is gone with it.
      await follow("Applications");
      await page.getByRole("main").getByRole("link", { name: "Harbor Issues" }).press("Enter");
      await title("Harbor Issues").waitFor();
      await expectFocus(page.getByRole("main", { name: "Harbor Issues" }));
      // The navigation closes also when its link leads to the page that is there.
      await follow("Applications");
      await follow("Applications");
      await page.getByRole("button", { name: "Close navigation" }).waitFor({ state: "hidden" });
      if (width < 1000) {
        await expectFocus(page.getByRole("main", { name: "Applications" }));
      }
    });

    test("opens the search with a slash, also on a keyboard that has it above a digit", async () => {
      await using opened = await openConsole(world, { path: "/console/settings" });
      const { page } = opened;
      await page.getByRole("heading", { level: 1 }).waitFor();
      for (const init of [
        { key: "/", code: "Slash" },
        { key: "/", code: "Digit7", shiftKey: true },
      ]) {
        await page.evaluate(
          (given) => document.body.dispatchEvent(new KeyboardEvent("keydown", { ...given, bubbles: true })),
          init,
        );
        await expectFocus(page.getByLabel("Search pages, applications and tools"));
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
    });

    test("is back at a menu's button when the dialog of its item closes", async () => {
      await world.call("POST", "/v1/connections", {
        applicationSlug: "harbor",
        name: "Night shift",
        fields: { token: goodToken },
      });
      await world.call("POST", "/v1/members", {
        ...{ kind: "service", fullName: "Nightly sync", email: "sync@example.com", role: "Member" },
      });
      await using opened = await openConsole(world, { path: "/console/settings" });
      const { page } = opened;
      for (const [path, button, item] of [
        ["connections", "Actions of Night shift", "Renew or rename"],
        ["connections", "Actions of Night shift", "Objects"],
        ["connections", "Actions of Night shift", "Delete"],
        ["members", "Actions of Nightly sync", "Remove"],
      ] as const) {
        await page.goto(`/console/${path}`);
        await page.getByRole("button", { name: button }).press("Enter");
        await expect.poll(() => holdsFocus(page.getByRole("menu"))).toBe(true);
        await page.getByRole("menuitem", { name: item }).press("Enter");
        await page.getByRole("dialog").waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await expectFocus(page.getByRole("button", { name: button }));
      }
    });

    test("keeps the focus at a button that has done all it can, and has it beside what is gone", async () => {
      const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
        applicationSlug: "harbor",
        name: "Day shift",
        fields: { token: goodToken },
      });
      const connections = [{ connectionId, applicationSlug: "harbor", toolSlugs: ["harbor_get_issue"] }];
      const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
        name: "Day",
        connections,
      });
      await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}` });
      const { page } = opened;
      const press = async (name: string) => {
        const button = page.getByRole("button", { name, exact: true });
        await goTo(page, button);
        await page.keyboard.press("Enter");
        return button;
      };
      await expectFocus(await press("Select all"));
      await expectFocus(await press("Clear"));
      await expectFocus(await press("Discard"));
      await press("Select all");
      const save = await press("Save");
      await page.getByText(/5 tools of 1 connection/).waitFor();
      await expectFocus(save);
      await page.keyboard.press("Shift+Tab");
      await press("Remove Day shift from the toolset");
      await expectFocus(page.getByRole("button", { name: "Add connection" }));
      await press("Discard");

      await page.goto(`/console/toolsets/${toolsetId}?tab=settings`);
      await goTo(page, page.getByLabel("Name"));
      await page.keyboard.type("s");
      const saveSettings = await press("Save");
      await page.getByText("Saved.", { exact: true }).waitFor();
      await expectFocus(saveSettings);

      await page.goto("/console/history?success=false");
      await press("Clear filters");
      await expectFocus(page.getByLabel("Search the history"));
      for (const [search, name] of [
        ["success=false", "Failures"],
        ["success=true", "Successes"],
      ] as const) {
        await page.goto(`/console/history?${search}`);
        await press("Save view");
        await expectFocus(page.getByLabel("Name of the view"));
        await page.keyboard.type(name);
        await page.keyboard.press("Enter");
        await expectFocus(page.getByRole("link", { name, exact: true }));
      }
      await checkLooks(page, "view-just-saved");
      await world.call("DELETE", `/v1/connections/${connectionId}`);
    });

    test("has the focus beside the entry of a list that is gone, or else on the page", async () => {
      for (const name of ["Early shift", "Late shift", "Spare shift", "Former shift", "Brief shift"]) {
        await world.call("POST", "/v1/connections", {
          applicationSlug: "harbor",
          name,
          fields: { token: goodToken },
        });
      }
      await using opened = await openConsole(world, {
        path: "/console/connections?search=shift",
        spoilsPage: true,
        except: [/status of 404/, /ERR_FAILED/],
      });
      const { page } = opened;
      const main = page.getByRole("main");
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      const deleteConnection = async (name: string, prepare = () => Promise.resolve()) => {
        await button(`Actions of ${name}`).press("Enter");
        await expect.poll(() => holdsFocus(page.getByRole("menu"))).toBe(true);
        await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
        const confirmation = page.getByRole("dialog").getByRole("button", { name: "Delete connection" });
        await confirmation.waitFor();
        await prepare();
        await confirmation.press("Enter");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      };
      const deleteElsewhere = async (name: string) => {
        const { items } = await world.call<{ items: { connectionId: number; name: string }[] }>(
          "GET",
          "/v1/connections",
        );
        const { connectionId } = items.find((connection) => connection.name === name) ?? {};
        await world.call("DELETE", `/v1/connections/${connectionId}`);
      };
      await deleteConnection("Late shift");
      await expectFocus(button("Actions of Spare shift"));
      // Also when somebody else was faster.
      await deleteConnection("Early shift", () => deleteElsewhere("Early shift"));
      await button("Actions of Early shift").waitFor({ state: "detached" });
      await expectFocus(button("Actions of Spare shift"));
      await deleteElsewhere("Former shift");
      await button("Use Former shift by default").press("Enter");
      await button("Actions of Former shift").waitFor({ state: "detached" });
      await expectFocus(button("Actions of Brief shift"));
      // Or deletes it while its menu is open.
      await button("Actions of Brief shift").press("Enter");
      await expect.poll(() => holdsFocus(page.getByRole("menu"))).toBe(true);
      await deleteElsewhere("Brief shift");
      await page.evaluate(() => {
        const later = Date.now() + 60_000;
        Date.now = () => later;
        // A tab that was away for a minute asks anew.
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      });
      await button("Actions of Brief shift").waitFor({ state: "detached" });
      await expectFocus(button("Actions of Spare shift"));
      await button("Clear").press("Enter");
      await expectFocus(page.getByLabel("Search connections"));
      await deleteConnection("Spare shift");

      for (const [search, name] of [
        ["success=false", "Failures"],
        ["success=true", "Successes"],
        ["source=mcp", "Agents"],
      ] as const) {
        await page.goto(`/console/history?${search}`);
        await button("Save view").press("Enter");
        await page.getByLabel("Name of the view").fill(name);
        await page.keyboard.press("Enter");
        await page.getByRole("link", { name, exact: true }).waitFor();
      }
      await page.goto("/console/history");
      await button("Delete the view Successes").press("Enter");
      await expectFocus(page.getByRole("link", { name: "Agents", exact: true }));
      await button("Delete the view Agents").press("Enter");
      await expectFocus(page.getByRole("link", { name: "Failures", exact: true }));
      await button("Delete the view Failures").press("Enter");
      await expectFocus(main);
      await page.goto("/console/history?tool=harbor_get_issue&connection=4711");
      await button("Remove the filter Tool").press("Enter");
      await expectFocus(page.getByLabel("Search the history"));

      await page.goto("/console/tools/harbor_list_issues");
      await button("More options").press("Enter");
      await button("Add sort").press("Enter");
      await button("Remove sort 1").press("Enter");
      await expectFocus(button("Add filter"));

      await page.route(/\/v1\/apikeys/, (route) => route.fulfill({ status: 404, json: {} }));
      await page.goto("/console/keys");
      await button("Try again").waitFor();
      await page.unroute(/\/v1\/apikeys/);
      await button("Try again").press("Enter");
      await button("Delete First key").waitFor();
      await expectFocus(main);
    });

    test("signs in, connects, runs a tool, builds a toolset, and opens its set-up", async () => {
      await using opened = await openConsole(world, { person: null, hasMotion: true });
      const { page } = opened;
      const { keyboard } = page;

      await goTo(page, page.getByLabel("E-mail address"));
      await keyboard.type(world.admin.email);
      await goTo(page, page.getByLabel("Password"));
      await keyboard.type(world.admin.password);
      await keyboard.press("Enter");
      await page.waitForURL("**/console/");
      await page.getByRole("heading", { level: 1 }).waitFor();

      // The skip link is the first stop, and leads past the navigation.
      await keyboard.press("Tab");
      await expectFocus(page.getByRole("link", { name: "Skip to the content" }));
      await keyboard.press("Enter");
      await expectFocus(page.locator("#content"));

      // The list of keys, and back to where the focus was.
      await keyboard.press("Shift+Slash");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Show this list").waitFor();
      await checkLooks(page, "keys-list");
      await keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectFocus(page.locator("#content"));

      // An application over the palette.
      await choose(page, "harbor iss", "Harbor Issues");
      await page.waitForURL("**/console/applications/harbor");
      const connect = page.getByRole("button", { name: "Connect", exact: true });
      await goTo(page, connect.first());
      await keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectFocus(connect.first());
      await keyboard.press("Enter");
      await goTo(page, page.getByRole("dialog").getByRole("button", { name: "Cancel" }));
      await keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectFocus(connect.first());
      await keyboard.press("Enter");
      await goTo(page, page.getByRole("dialog").getByLabel(/token/i).first());
      await keyboard.type(goodToken);
      await keyboard.press("Enter");
      await page.getByRole("heading", { name: "Harbor Issues is connected" }).waitFor();
      await goTo(page, page.getByRole("button", { name: "Try a tool" }));
      await keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });

      // A tool over the palette.
      await choose(page, "create an issue", "Create an issue");
      await page.waitForURL("**/console/tools/harbor_create_issue");
      await goTo(page, page.getByLabel(/^title/i));
      await keyboard.type("Written without a mouse");
      await keyboard.press("Control+Enter");
      await page.getByText("Succeeded").waitFor();

      // A page over the palette.
      await choose(page, "toolsets", "Toolsets");
      await page.waitForURL("**/console/toolsets");
      await goTo(page, page.getByRole("button", { name: "Create toolset" }).first());
      await keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await goTo(page, page.getByLabel("Name"));
      await keyboard.type("By hand");
      await keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "By hand" }).waitFor();
      await goTo(page, page.getByRole("button", { name: "Add connection" }));
      await keyboard.press("Enter");
      await page.getByRole("menuitem", { name: /Harbor/ }).waitFor();
      // The menu is there a moment before it takes the focus, and keys.
      await expect.poll(() => holdsFocus(page.getByRole("menu"))).toBe(true);
      await keyboard.press("ArrowDown");
      await expectFocus(page.getByRole("menuitem", { name: /Harbor/ }));
      await keyboard.press("Enter");
      const tool = page.getByRole("checkbox", { name: /Create an issue/ });
      await tool.waitFor();
      await goTo(page, tool);
      await keyboard.press("Space");
      await page.getByText("1 tool chosen").waitFor();
      await goTo(page, page.getByRole("button", { name: "Save" }));
      await keyboard.press("Enter");
      await page.getByText(/1 tool of 1 connection/).waitFor();
      const connectAgent = page.getByRole("button", { name: "Connect an agent" });
      await goTo(page, connectAgent);
      await keyboard.press("Enter");
      await page.getByText("Claude Code").first().waitFor();
      expect(await connectAgent.count()).toBe(0);
      await expectFocus(page.getByRole("tab", { name: "Agents" }));
    });
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

const holdsFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.contains(document.activeElement));

const expectFocus = (target: Locator): Promise<void> =>
  expect.poll(() => isFocused(target), { message: `the focus is on ${target}` }).toBe(true);

/** Goes on with Tab until the target has the focus. */
async function goTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  // Searching for a role and name at each step takes most of the time of such a way.
  let element = await target.elementHandle();
  for (let stop = 0; stop < 120; stop++) {
    const state = await element?.evaluate((one) =>
      one.isConnected ? one === document.activeElement : "gone",
    );
    if (state === true) {
      return;
    }
    if (state === false) {
      await page.keyboard.press("Tab");
    } else {
      element = await target.elementHandle();
    }
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** Searches in the palette and chooses what is found. */
async function choose(page: Page, words: string, label: string): Promise<void> {
  await page.keyboard.press("Control+k");
  const search = page.getByLabel("Search pages, applications and tools");
  await search.waitFor();
  await expectFocus(search);
  await page.keyboard.type(words);
  const found = page.getByRole("dialog").getByRole("option").filter({ hasText: label }).first();
  await found.waitFor();
  const address = page.url();
  for (let step = 0; step < 20; step++) {
    if ((await found.getAttribute("aria-selected")) === "true") {
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.href !== address);
      // It fades, and is a dialog until it is gone.
      await search.waitFor({ state: "detached" });
      return;
    }
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`The arrow keys do not lead to ${label}.`);
}
