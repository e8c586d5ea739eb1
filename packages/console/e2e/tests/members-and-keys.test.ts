import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { BrowserLog } from "../support/browser-log.ts";
import { checkLooks } from "../support/check-looks.ts";
import { expectNoTrace } from "../support/expect-no-trace.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

interface Member {
  fullName: string;
  kind: string;
  role: string;
}

describeConsole("an Admin", (world) => {
  const findMember = async (fullName: string) =>
    (await world.call<{ items: Member[] }>("GET", "/v1/members")).items.find(
      (one) => one.fullName === fullName,
    );

  test("invites a person, with a link that is shown once and works in another browser", async () => {
    await using opened = await openConsole(world, { path: "/console/members" });
    const { page } = opened;
    await page.getByRole("button", { name: "Add member" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Ada Example");
    await dialog.getByLabel("E-mail").fill("ada@example.com");
    await dialog.getByRole("button", { name: "Add member" }).click();
    const link = await page.getByLabel("Invitation link", { exact: true }).innerText();
    await page.getByRole("button", { name: "I have saved it" }).click();
    await page.getByRole("cell", { name: /Ada Example ada@/ }).waitFor();
    await expectNoTrace(page, new URL(link).pathname.split("/").at(-1) ?? "");

    const context = await world.browser.newContext({ baseURL: world.baseUrl });
    const other = await context.newPage();
    const log = new BrowserLog(other);
    // The link names localhost, and the browser stays at the server's own address.
    await other.goto(new URL(link).pathname);
    await other
      .getByLabel(/password/i)
      .first()
      .fill(world.admin.password);
    await other.getByRole("button", { name: /accept/i }).click();
    await other.waitForLoadState();
    await other.goto("/console/");
    await other.getByRole("link", { name: "Toolsets" }).first().waitFor();
    expect(await other.getByRole("link", { name: "Members" }).count(), "a Member manages nobody").toBe(0);

    await page.getByRole("button", { name: "Actions of Ada Example" }).click();
    await page.getByRole("menuitem", { name: "Make an Admin" }).click();
    await page.getByText("Ada Example is an Admin now.").waitFor();
    expect((await findMember("Ada Example"))?.role).toBe("Admin");
    await other.reload();
    await other.getByRole("link", { name: "Members" }).waitFor();
    await context.close();
    log.expectNone();
  });

  test("adds a service, and makes a key for it", async () => {
    await using opened = await openConsole(world, { path: "/console/members" });
    const { page } = opened;
    await page.getByRole("button", { name: "Add member" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Service", { exact: true }).click();
    await dialog.getByLabel("Name").fill("Support agent");
    await dialog.getByLabel("E-mail").fill("support@example.com");
    await dialog.getByRole("button", { name: "Add member" }).click();
    await page.getByText("Now create a key for it").getByRole("link", { name: "Keys" }).click();
    await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
    expect((await findMember("Support agent"))?.kind).toBe("service");

    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByLabel("Name").fill("Night shift");
    await page.getByRole("combobox", { name: "Acts as" }).click();
    await page.getByRole("option", { name: "Support agent" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    const key = await page.getByLabel("Key", { exact: true }).innerText();
    const response = await fetch(`${world.baseUrl}/v1/auth/whoami`, { headers: { "x-api-key": key } });
    expect(await response.json()).toMatchObject({ fullName: "Support agent" });
    await page.getByRole("button", { name: "I have saved it" }).click();
    await page.getByRole("row", { name: /Night shift.*Support agent/ }).waitFor();
  });

  test("makes a client for a service, whose secret is shown once and gets tokens", async () => {
    for (const fullName of ["Report reader", "Report writer"]) {
      const email = `${fullName.replace(" ", "-")}@example.com`;
      await world.call("POST", "/v1/members", { kind: "service", fullName, email, role: "Member" });
    }
    await using opened = await openConsole(world, { path: "/console/oauth-clients" });
    const { page } = opened;
    await page.getByRole("tab", { name: /service/i }).click();
    await page.getByRole("button", { name: "Create client" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Nightly report");
    // Of several, none is chosen for the person.
    const actsAs = dialog.getByRole("combobox", { name: "Acts as" });
    expect(await actsAs.inputValue()).toBe("");
    await dialog.getByRole("button", { name: "Create client" }).click();
    expect(await actsAs.evaluate((field) => field.matches(":invalid:focus"))).toBe(true);
    await actsAs.click();
    await page.getByRole("option", { name: "Report writer" }).click();
    await dialog.getByRole("button", { name: "Create client" }).click();
    const secret = await page.getByLabel("Client secret", { exact: true }).innerText();
    const { items } = await world.call<{ items: { clientId: string; name: string }[] }>("GET", "/v1/clients");
    const client = items.find(({ name }) => name === "Nightly report");
    const response = await fetch(`${world.baseUrl}/oauth/token`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${client?.clientId}:${secret}`).toString("base64")}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    expect(response.status).toBe(200);
    await page.getByRole("button", { name: "I have saved it" }).click();
    await page.getByText("Nightly report").waitFor();
    await expectNoTrace(page, secret);
  });

  test("finds a service among many, also one of two with the same name", async () => {
    for (const email of ["twin1@example.com", "twin2@example.com"]) {
      await world.call("POST", "/v1/members", { kind: "service", fullName: "Twin", email, role: "Member" });
    }
    await using opened = await openConsole(world, { path: "/console/keys" });
    const { page } = opened;
    await page.getByRole("button", { name: "Create key" }).first().click();
    await page.getByLabel("Name").fill("Of the second twin");
    await page.getByRole("combobox", { name: "Acts as" }).fill("twin2");
    await page.getByRole("option").first().waitFor();
    expect(await page.getByRole("option").allInnerTexts()).toEqual(["Twin (twin2@example.com)"]);
    await page.getByRole("option").click();
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    const key = await page.getByLabel("Key", { exact: true }).innerText();
    const response = await fetch(`${world.baseUrl}/v1/auth/whoami`, { headers: { "x-api-key": key } });
    expect(await response.json()).toMatchObject({ email: "twin2@example.com" });
  });

  test("tells two members of one name and one e-mail address apart", async () => {
    const add = () =>
      world.call<{ accountUserId: number }>("POST", "/v1/members", {
        ...{ kind: "service", fullName: "Double", email: "double@example.com", role: "Member" },
      });
    const numbers = [(await add()).accountUserId, (await add()).accountUserId];
    await using opened = await openConsole(world, { path: "/console/members?search=double" });
    const { page } = opened;
    for (const number of numbers) {
      await page.getByRole("row", { name: `double@example.com · number ${number}` }).waitFor();
    }
    const name = `Double (double@example.com, number ${numbers[1]})`;
    await page.getByRole("button", { name: `Actions of ${name}` }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("dialog", { name: `Remove ${name}?` }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.goto("/console/keys");
    await page.getByRole("button", { name: "Create key" }).first().click();
    await page.getByRole("combobox", { name: "Acts as" }).fill("double");
    await page.getByRole("option").first().waitFor();
    expect(await page.getByRole("option").allInnerTexts()).toEqual(
      numbers.map((number) => `Double (double@example.com, number ${number})`),
    );
  });

  test("sees what is wrong with a name at its field, which has the focus", async () => {
    await using opened = await openConsole(world, { path: "/console/keys", except: [/status of 400/] });
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    const name = dialog.getByRole("textbox", { name: "Name", exact: true });
    const expectAtField = async (press: string, issue: string) => {
      await name.fill("   ");
      await dialog.getByRole("button", { name: press }).click();
      await name.and(page.locator("[aria-invalid=true]:focus")).waitFor();
      await dialog.getByText(issue).waitFor();
      expect(await dialog.getByRole("alert").count(), "it is said once").toBe(0);
      await page.keyboard.press("Escape");
    };
    await page.getByRole("button", { name: "Create key" }).first().click();
    await expectAtField("Create key", "Must not be empty.");
    await page.goto("/console/members");
    await page.getByRole("button", { name: "Add member" }).click();
    await dialog.getByLabel("E-mail").fill("somebody@example.com");
    await expectAtField("Add member", "Must not be empty.");
    await page.goto("/console/toolsets");
    await page.getByRole("button", { name: "Create toolset" }).first().click();
    await expectAtField("Create toolset", "Must not be empty.");
  });

  test("is not told that a service's key acts as the Admin when the members cannot be read", async () => {
    const { accountUserId } = await world.call<{ accountUserId: number }>("POST", "/v1/members", {
      ...{ kind: "service", fullName: "Owner of a key", email: "owner@example.com", role: "Member" },
    });
    await world.call("POST", "/v1/apikeys", { name: "Of a service", accountUserId });
    await using opened = await openConsole(world, { path: "/console/settings", except: [/status of 403/] });
    const { page } = opened;
    await page.route(/\/v1\/members/, (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto("/console/keys");
    await page.getByRole("row", { name: new RegExp(`Of a service.*Member ${accountUserId}`) }).waitFor();
  });

  test("is told that a key was deleted elsewhere, and sees it no more", async () => {
    const { apiKeyId } = await world.call<{ apiKeyId: number }>("POST", "/v1/apikeys", { name: "Gone soon" });
    await using opened = await openConsole(world, {
      path: "/console/keys",
      except: [/status of 404 .*\/v1\/apikeys/],
    });
    const { page } = opened;
    await page.getByRole("button", { name: "Delete Gone soon" }).click();
    await world.call("DELETE", `/v1/apikeys/${apiKeyId}`);
    await page.getByRole("button", { name: "Delete key" }).click();
    await page.getByText("It does not exist any more.").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Delete Gone soon" }).waitFor({ state: "detached" });
  });

  test("is told that a member was removed elsewhere, and sees them no more", async () => {
    const { accountUserId } = await world.call<{ accountUserId: number }>("POST", "/v1/members", {
      ...{ kind: "service", fullName: "Short stay", email: "short@example.com", role: "Member" },
    });
    await using opened = await openConsole(world, {
      path: "/console/members",
      except: [/status of 404 .*\/v1\/members/],
    });
    const { page } = opened;
    await page.getByRole("button", { name: "Actions of Short stay" }).click();
    await world.call("DELETE", `/v1/members/${accountUserId}`);
    await page.getByRole("menuitem", { name: "Make an Admin" }).click();
    await page.getByText("It does not exist any more.").waitFor();
    await page.getByRole("button", { name: "Actions of Short stay" }).waitFor({ state: "detached" });
  });

  test("reads a long name in whole before somebody is removed", async () => {
    const fullName = "Wolfeschlegelsteinhausenbergerdorff".repeat(2);
    await world.call("POST", "/v1/members", {
      ...{ kind: "service", fullName, email: "long@example.com", role: "Member" },
    });
    await using opened = await openConsole(world, { path: "/console/members" });
    const { page } = opened;
    await page.getByRole("button", { name: `Actions of ${fullName}` }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByText(/Sessions, keys, connections and toolsets of/).waitFor();
    await checkLooks(page, "member-removal");
  });

  test("sees and chooses times by the server's clock when the own one is wrong", async () => {
    await world.call("POST", "/v1/apikeys", {
      name: "Ends tomorrow",
      expiresDate: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await using opened = await openConsole(world, { path: "/console/settings", isAlone: true });
    const { page } = opened;
    await page.clock.setSystemTime(Date.now() + 40 * 86_400_000);
    await page.goto("/console/keys");
    await page.getByRole("row", { name: /Ends tomorrow.* in (?:2[34] hours|1 day)/ }).waitFor();
    await page.setViewportSize({ width: 820, height: 800 });
    const cut = await page
      .locator(".mantine-Badge-label")
      .evaluateAll((labels) => labels.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
    expect(cut, "badges that are cut on a tablet").toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Made with a wrong clock");
    await dialog.getByRole("combobox", { name: "Ends" }).click();
    await page.getByRole("option", { name: "In 7 days" }).click();
    await dialog.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("button", { name: "I have saved it" }).waitFor();
    const { items } = await world.call<{ items: { name: string; expiresDate: string | null }[] }>(
      "GET",
      "/v1/apikeys",
    );
    const made = items.find(({ name }) => name === "Made with a wrong clock");
    expect(Date.parse(made?.expiresDate ?? "")).toBeLessThan(Date.now() + 8 * 86_400_000);
  });

  test("goes on with the next key by keyboard when one is deleted, and with the page after the last", async () => {
    for (const name of ["Spare one", "Spare two"]) {
      await world.call("POST", "/v1/apikeys", { name });
    }
    await using opened = await openConsole(world, { path: "/console/keys?search=spare" });
    const { page } = opened;
    const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);
    for (const [name, next] of [
      ["Spare one", page.getByRole("button", { name: "Delete Spare two" })],
      ["Spare two", page.locator("#content")],
    ] as const) {
      await page.getByRole("button", { name: `Delete ${name}` }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Delete key" }).focus();
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => isFocused(next)).toBe(true);
    }
  });

  test("makes one key with a double click", async () => {
    await using opened = await openConsole(world, { path: "/console/keys" });
    const { page } = opened;
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Clicked twice");
    await dialog.getByRole("button", { name: "Create key" }).dblclick();
    await page.getByRole("button", { name: "I have saved it" }).click();
    await page.getByRole("row", { name: /Clicked twice/ }).waitFor();
    const { items } = await world.call<{ items: { name: string }[] }>("GET", "/v1/apikeys");
    expect(items.filter(({ name }) => name === "Clicked twice")).toHaveLength(1);
  });

  test("is told at once that there is no network, and nothing is done later", async () => {
    await using opened = await openConsole(world, {
      path: "/console/keys",
      isAlone: true,
      // On a busy machine what is loaded after the first view may still be on its way.
      except: [/ERR_INTERNET_DISCONNECTED/, /PartError/],
    });
    const { page } = opened;
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Made offline");
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByText("The server does not respond.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.context().setOffline(false);
    await page.reload();
    await page.getByRole("row").nth(1).waitFor();
    expect(await page.getByText("Made offline").count()).toBe(0);
  });

  test("sees in the list what was created although the response was lost", async () => {
    await using opened = await openConsole(world, { path: "/console/keys", except: [/ERR_FAILED/] });
    const { page } = opened;
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Lost");
    await page.route(
      "**/v1/apikeys",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByText("may have been done: look before you try again").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("row", { name: /^Lost/ }).waitFor();
  });

  test("cannot leave a key behind unseen while it is created", async () => {
    await using opened = await openConsole(world, { path: "/console/keys" });
    const { page } = opened;
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Slow");
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/v1/apikeys", async (route) => {
      await isReleased;
      await route.continue();
    });
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.locator("button[type=submit][data-loading]").waitFor();
    await page.keyboard.press("Escape");
    expect(await dialog.getByRole("button", { name: "Cancel" }).isDisabled()).toBe(true);
    release();
    await page.getByRole("button", { name: "I have saved it" }).click();
  });

  test("copies a new key also where a page over plain http has no clipboard", async () => {
    await using opened = await openConsole(world, { isAlone: true });
    const { page } = opened;
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "clipboard"));
    await page.goto("/console/keys");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByLabel("Name").fill("Copied");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    const key = await page.getByLabel("Key", { exact: true }).innerText();
    const copy = page.getByRole("button", { name: "Copy key" });
    await copy.press("Enter");
    const copied = page.getByRole("button", { name: "Copied" });
    await copied.and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "I have saved it" }).click();
    await page.getByRole("textbox", { name: "Search keys" }).press("Control+v");
    await expect.poll(() => page.getByRole("textbox", { name: "Search keys" }).inputValue()).toBe(key);
  });

  test("makes a key for one toolset that is shown once, and deletes it", async () => {
    await world.call("POST", "/v1/toolsets", { name: "Triage", connections: [] });
    await using opened = await openConsole(world, { path: "/console/keys", isAlone: true });
    const { page } = opened;
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByLabel("Name").fill("Laptop");
    await page.getByRole("combobox", { name: "May use" }).click();
    await page.getByRole("option", { name: "Triage" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    const key = await page.getByLabel("Key", { exact: true }).innerText();
    // A stray key does not lose the secret, and the button to copy it has the focus.
    await page
      .locator(":focus")
      .and(page.getByRole("button", { name: "Copy key" }))
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Key", { exact: true }).waitFor();
    const call = async (path: string) =>
      (await fetch(world.baseUrl + path, { headers: { "x-api-key": key } })).status;
    expect(await call("/v1/tools")).toBe(200);
    expect(await call("/v1/members"), "it is narrowed").toBe(403);

    await page.getByRole("button", { name: "I have saved it" }).click();
    await page.getByRole("row", { name: /Laptop.*Triage/ }).waitFor();
    await expectNoTrace(page, key);
    await page
      .locator(":focus")
      .and(page.getByRole("button", { name: "Create key" }))
      .waitFor();
    await page.reload();
    await page.getByRole("row", { name: /Laptop.*Triage/ }).waitFor();
    await expectNoTrace(page, key);

    await page.getByRole("button", { name: "Delete Laptop" }).click();
    await page
      .getByRole("dialog")
      .getByText(/refused at once. It was last used/)
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete key" }).click();
    await page.getByRole("row", { name: /Laptop/ }).waitFor({ state: "detached" });
    await expect.poll(() => call("/v1/tools")).toBe(401);
    // A key that has ended says so.
    const expiresDate = new Date(Date.now() + 3000).toISOString();
    await world.call("POST", "/v1/apikeys", { name: "For a moment", expiresDate });
    await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(Date.parse(expiresDate));
    await page.reload();
    await page.getByRole("row", { name: /For a moment.*never.*Ended/ }).waitFor();
    await page.getByRole("button", { name: "Delete For a moment" }).click();
    await page.getByRole("dialog").getByText("It has ended, so nothing stops working.").waitFor();
  });
});
