import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { goInside } from "../support/go-inside.ts";
import { openConsole } from "../support/open-console.ts";
import { type Desk, openDesk } from "../support/open-desk.ts";
import { describeConsole } from "../support/world.ts";

const canary = "canary-7f3a91c4-of-the-desk";

describeConsole("a record", (world) => {
  let desk: Desk;
  let historyId: number;
  beforeAll(async () => {
    desk = await openDesk(world);
    const fields = { title: "The lamp is broken", reporter: { name: "Robin" }, secret: canary };
    ({ historyId } = await world.call<{ historyId: number }>("POST", "/v1/tools/desk_create_ticket/execute", {
      fields,
    }));
  });
  afterAll(async () => {
    await desk?.[Symbol.asyncDispose]();
  });

  test("shows times and headers, and no secret of its input or of its connection", async () => {
    expect(desk.received.at(-1)).toMatchObject({ secret: canary });
    await using opened = await openConsole(world, { path: `/console/history/${historyId}` });
    const { page } = opened;
    // As text, and not only in a tooltip.
    await page.getByText(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d:\d\d$/).waitFor();
    await page.getByText("The lamp is broken").first().waitFor();
    await page.getByText("Desk of the house").first().waitFor();
    const html = await page.content();
    expect(html).not.toContain(canary);
    expect(html).not.toContain("key-of-the-desk");
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain(canary);
    const headers = page.getByRole("table", { name: "Response headers" });
    expect(await headers.getByRole("row").allTextContents()).toEqual(
      expect.arrayContaining(["x-ratelimit-remaining41", "x-request-iddesk ***", 'etag"***"']),
    );
    expect(await page.getByRole("term").allTextContents()).toEqual([
      "Checks",
      "Wait for a token",
      "Application",
      "Results",
    ]);
    for (const time of await page.getByRole("definition").allTextContents()) {
      expect(time).toMatch(/^(< 1|[1-9]\d*) ms$/);
    }
    await checkLooks(page, "record");
  });

  test("keeps its links in their place on a phone, with the filters, while the record arrives under the pointer", async () => {
    await using opened = await openConsole(world, { path: "/console/settings", width: 375 });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    const held = Promise.withResolvers<void>();
    await page.route(`**/v1/executions/${historyId}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await goInside(page, `/history/${historyId}?success=true`);
    await page.getByRole("heading", { level: 1, name: `Record ${historyId}` }).waitFor();
    await page.getByRole("navigation", { name: "Trail" }).getByRole("link", { name: "History" }).hover();
    await page.mouse.down();
    const readPlaces = () =>
      Promise.all(
        [
          page.getByRole("link", { name: "Newer" }),
          page.getByRole("link", { name: "Older" }),
          page.getByRole("button", { name: "Copy link" }),
        ].map((control) => control.boundingBox()),
      );
    const places = await readPlaces();
    held.resolve();
    await page.getByRole("heading", { level: 1, name: `desk_create_ticket · ${historyId}` }).waitFor();
    await page.getByText("The lamp is broken").first().waitFor();
    expect(await readPlaces()).toEqual(places);
    await page.mouse.up();
    await page.waitForURL("**/console/history?success=true");
  });

  test("keeps the focus when it leads to the next one, and loses no press while that is looked for", async () => {
    for (let call = 0; call < 2; call++) {
      await world.call("POST", "/v1/tools/desk_list_tickets/execute", {});
    }
    const { items } = await world.call<{ items: { historyId: number }[] }>(
      "GET",
      "/v1/executions?toolSlug=desk_list_tickets",
    );
    const [newest, oldest] = [items.at(0)?.historyId, items.at(-1)?.historyId];
    const path = `/console/history/${newest}?tool=desk_list_tickets`;
    await using opened = await openConsole(world, { path });
    const { page } = opened;
    const older = page.getByRole("link", { name: "Older" });
    await older.and(page.locator("[href]")).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: `desk_list_tickets · ${oldest}` }).waitFor();
    await older.and(page.locator(":not([href])")).waitFor();
    // The title of the page is read out, although the focus stays.
    await page.locator("h1[aria-live=polite]").waitFor();
    expect(await older.evaluate((link) => link === document.activeElement)).toBe(true);
    await checkLooks(page, "oldest-record");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: `desk_list_tickets · ${newest}` }).waitFor();

    const held = Promise.withResolvers<void>();
    await page.route(/\/v1\/executions\?.*before=/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: `desk_list_tickets · ${newest}` }).waitFor();
    const place = await older.boundingBox();
    await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 20);
    await page.mouse.down();
    held.resolve();
    await older.and(page.locator("[href]")).waitFor();
    await page.mouse.up();
    await page.waitForURL(`**/console/history/${oldest}?tool=desk_list_tickets`);
  });

  test("leads to its connection, whose menu leads back to its calls, as those of keys, members and toolsets do", async () => {
    const { connectionId } = desk;
    const toolset = {
      name: "Night desk",
      connections: [{ connectionId, applicationSlug: "desk", toolSlugs: ["desk_create_ticket"] }],
    };
    const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", toolset);
    await using opened = await openConsole(world, { path: `/console/history/${historyId}` });
    const { page } = opened;
    const expectCalls = async (query: string) => {
      await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
      expect(new URL(page.url()).search).toBe(query);
    };
    await page.getByRole("button", { name: "Copy request id" }).waitFor();
    await page.getByRole("link", { name: "Desk of the house", exact: true }).click();
    const actions = page.getByRole("button", { name: "Actions of Desk of the house" });
    await actions.waitFor();
    expect(await page.getByRole("button", { name: /^Actions of/ }).count()).toBe(1);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await actions.click();
    await page.getByRole("menuitem", { name: "Copy id" }).click();
    await page.getByRole("menuitem", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(String(desk.connectionId));
    await page.getByRole("menuitem", { name: "All calls" }).click();
    await expectCalls(`?connection=${desk.connectionId}`);
    await page
      .getByRole("link", { name: /desk_create_ticket/ })
      .first()
      .waitFor();

    await goInside(page, `/toolsets/${toolsetId}`);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "All calls" }).click();
    await expectCalls(`?toolset=${toolsetId}`);
    await goInside(page, "/members");
    await page.getByRole("button", { name: /^Actions of Admin/ }).click();
    await page.getByRole("menuitem", { name: "All calls" }).click();
    await page.waitForURL(/history\?member=\d+$/);
    await goInside(page, "/keys");
    await page.getByRole("link", { name: /^All calls of First key/ }).click();
    await page.waitForURL(/history\?key=\d+$/);
    await page
      .getByRole("link", { name: /desk_create_ticket/ })
      .first()
      .waitFor();
  });

  test("is run again only when a person presses Run", async () => {
    const sent = desk.received.length;
    await using opened = await openConsole(world, { path: `/console/history/${historyId}` });
    const { page } = opened;
    await page.getByRole("link", { name: "Run again" }).click();
    await page.waitForURL(`**/console/tools/desk_create_ticket?from=${historyId}`);
    const title = page.getByLabel("title", { exact: true });
    await title.waitFor();
    await expect.poll(() => title.inputValue()).toBe("The lamp is broken");
    // What stands for a secret in the history would be sent in its place.
    await page.getByText("The history keeps no secrets").waitFor();
    expect(await page.getByLabel("secret", { exact: true }).inputValue()).toBe("");
    await page.waitForTimeout(1500);
    expect(desk.received).toHaveLength(sent);
    expect(await page.content()).not.toContain(canary);
  });

  test("keeps what was changed of it before it is run again, until somebody begins with it anew", async () => {
    await using opened = await openConsole(world, { path: `/console/history/${historyId}` });
    const { page } = opened;
    const again = page.getByRole("link", { name: "Run again" });
    const title = page.getByLabel("title", { exact: true });
    const expectTitle = (text: string) => expect.poll(() => title.inputValue()).toBe(text);
    await again.click();
    await title.waitFor();
    await expectTitle("The lamp is broken");
    await title.fill("The lamp is dark");
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
      .toContain("The lamp is dark");
    await page.reload();
    await title.waitFor();
    await expectTitle("The lamp is dark");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    await page.goBack();
    await title.waitFor();
    await expectTitle("The lamp is dark");
    await page.goBack();
    await again.click();
    await title.waitFor();
    await expectTitle("The lamp is broken");
  });

  test("leads its owner to the very connection of the call, not to others of its name", async () => {
    const connection = { applicationSlug: "desk", name: "Night desk", fields: { apiKey: "key-of-the-desk" } };
    await world.call("POST", "/v1/connections", connection);
    const { connectionId } = await world.call<{ connectionId: number }>(
      "POST",
      "/v1/connections",
      connection,
    );
    const record = await world.call<{ historyId: number }>(
      "POST",
      `/v1/tools/desk_list_tickets/execute?connectionId=${connectionId}`,
      { fields: {} },
    );
    await using opened = await openConsole(world, { path: `/console/history/${record.historyId}` });
    const { page } = opened;
    await page.getByRole("link", { name: "Night desk" }).click();
    await page.waitForURL(`**/console/connections?connection=${connectionId}`);
    await page.getByText("1 connection", { exact: true }).waitFor();
    expect(await page.getByRole("listitem").filter({ hasText: "Night desk" }).count()).toBe(1);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByText("3 connections", { exact: true }).waitFor();

    const other = await world.hire({ role: "Admin" });
    await using theirs = await openConsole(world, {
      path: `/console/history/${record.historyId}`,
      person: other,
      isAlone: true,
    });
    await theirs.page.getByText("Night desk").first().waitFor();
    expect(await theirs.page.getByRole("link", { name: "Night desk" }).count()).toBe(0);
  });

  test("of a call through a toolset is run again through it", async () => {
    const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
      name: "Front desk",
      connections: [
        {
          connectionId: desk.connectionId,
          applicationSlug: "desk",
          toolSlugs: ["desk_create_ticket"],
        },
      ],
    });
    const execute = `/v1/tools/desk_create_ticket/execute?toolsetId=${toolsetId}`;
    const fields = { title: "The door is stuck", reporter: { name: "Robin" } };
    const record = await world.call<{ historyId: number }>("POST", execute, { fields });
    await using opened = await openConsole(world, { path: `/console/history/${record.historyId}` });
    const { page } = opened;
    await page.getByRole("link", { name: "Front desk" }).waitFor();
    await page.getByRole("link", { name: "Run again" }).click();
    await page.waitForURL(
      `**/console/tools/desk_create_ticket?from=${record.historyId}&toolset=${toolsetId}`,
    );
    await page.getByText("It runs through the toolset Front desk").waitFor();
    await expect.poll(() => page.getByLabel("title", { exact: true }).inputValue()).toBe("The door is stuck");
  });
});
