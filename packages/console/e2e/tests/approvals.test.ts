import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { openConsole } from "../support/open-console.ts";
import { type Desk, openDesk } from "../support/open-desk.ts";
import { takeTime } from "../support/page-time.ts";
import { describeConsole, type Person } from "../support/world.ts";

describeConsole(
  "approvals",
  (world) => {
    let desk: Desk;
    let toolsetId: string;
    let second: Person;
    beforeAll(async () => {
      desk = await openDesk(world);
      ({ toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
        name: "Clean up",
        connections: [
          { connectionId: desk.connectionId, applicationSlug: "desk", toolSlugs: ["desk_delete_ticket"] },
        ],
        settings: { approvals: "destructive" },
      }));
      second = await world.hire({ fullName: "Robin Example", role: "Admin" });
    });
    afterAll(async () => {
      await desk?.[Symbol.asyncDispose]();
    });
    /** Asks to delete a ticket. Returns whether it was done. */
    const ask = async (id: number) => {
      const path = `/v1/tools/desk_delete_ticket/execute?toolsetId=${toolsetId}`;
      return (await world.call<{ isSuccess: boolean }>("POST", path, { fields: { id } })).isSuccess;
    };
    const card = (page: Page, id: number) => page.getByRole("listitem").filter({ hasText: `"id": ${id}` });

    test("are counted beside the navigation within seconds, and let exactly that call run", async () => {
      await using opened = await openConsole(world, { except: [/status of 401/] });
      const { page } = opened;
      await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
      expect(await ask(11)).toBe(false);
      // The list is read every 5 seconds; the next test proves the time.
      await page.getByLabel("1 waiting").waitFor();
      await page.getByRole("link", { name: /^Approvals/ }).click();
      await card(page, 11).waitFor();
      await card(page, 11)
        .getByText(/Asked by an agent of Admin, through Desk of the house\. Held back by Clean up\./)
        .waitFor();
      await checkLooks(page, "approvals");
      await card(page, 11).getByRole("button", { name: "Approve" }).click();
      await card(page, 11).waitFor({ state: "detached" });
      await page.getByLabel("1 waiting").waitFor({ state: "detached" });
      expect(await ask(11)).toBe(true);
      expect(desk.received.at(-1)).toBe("DELETE /tickets/11");
      // Another input waits anew.
      expect(await ask(12)).toBe(false);
      await card(page, 12).getByRole("button", { name: "Deny" }).click();
      // The reason stays until the decision has arrived, also when the session ends before.
      const refuse = (route: Route) =>
        route.fulfill({
          status: 401,
          json: { errorCode: "UNAUTHORIZED", message: "Ended.", requestId: "1" },
        });
      await page.route("**/session/token", refuse);
      await page.route("**/Deny", refuse, { times: 1 });
      const dialog = page.getByRole("dialog", { name: "Deny the call", includeHidden: true });
      await dialog.getByLabel("Reason").fill("Ticket 12 is still open.");
      await dialog.getByRole("button", { name: "Deny" }).click();
      await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
      expect(await dialog.getByLabel("Reason").inputValue()).toBe("Ticket 12 is still open.");
      await page.unroute("**/session/token");
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await card(page, 12).waitFor({ state: "detached" });
      expect(await ask(12)).toBe(false);
      await page.getByText("Decided", { exact: true }).click();
      await card(page, 12).getByText("Ticket 12 is still open.").waitFor();
      await card(page, 12)
        .getByText(/denied by /)
        .waitFor();
      await checkLooks(page, "approvals-decided");
    });

    test("are decided one after another by keyboard", async () => {
      expect(await ask(13)).toBe(false);
      expect(await ask(14)).toBe(false);
      await using opened = await openConsole(world, { path: "/console/approvals" });
      const { page } = opened;
      const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);
      await card(page, 14).waitFor();
      await card(page, 13).getByRole("button", { name: "Approve" }).focus();
      await page.keyboard.press("Enter");
      // A second press by mistake approves nothing.
      const next = card(page, 14).getByRole("heading").getByRole("link");
      await expect.poll(() => isFocused(next)).toBe(true);
      await card(page, 14).getByRole("button", { name: "Approve" }).focus();
      await page.keyboard.press("Enter");
      await card(page, 14).waitFor({ state: "detached" });
      await expect.poll(() => isFocused(page.locator("body"))).toBe(false);
    });

    test("say when their tool is hidden, and are not approved then", async () => {
      await using opened = await openConsole(world, { path: "/console/approvals" });
      const { page } = opened;
      expect(await ask(15)).toBe(false);
      await world.call("PATCH", "/v1/applications/desk", { isEnabled: false });
      try {
        await card(page, 15).getByText("This call cannot run").waitFor();
        expect(await card(page, 15).getByRole("button", { name: "Approve" }).count()).toBe(0);
        await checkLooks(page, "approval-without-tool");
      } finally {
        await world.call("PATCH", "/v1/applications/desk", { isEnabled: true });
      }
      await card(page, 15).getByRole("button", { name: "Approve" }).waitFor();
      await card(page, 15).getByRole("button", { name: "Deny" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Deny" }).click();
      await card(page, 15).waitFor({ state: "detached" });
    });

    test("count down, and appear beside the navigation within 5 seconds", async () => {
      await using opened = await openConsole(world, { isAlone: true });
      const { page } = opened;
      const stopTime = await takeTime(page);
      await page.goto("/console/approvals");
      await page
        .getByText(/Nothing waits|counts as denied/)
        .first()
        .waitFor();
      await stopTime();
      expect(await ask(21)).toBe(false);
      const asks = page.waitForRequest((request) => request.url().includes("/v1/approvals?"));
      await page.clock.runFor(5000);
      await asks;
      await page.clock.resume();
      await page.getByLabel(/^\d waiting$/).waitFor();
      await card(page, 21)
        .getByText(/counts as denied in (1 hour|59 minutes|58 minutes)/)
        .waitFor();
      await page.clock.fastForward(20 * 60_000);
      await card(page, 21)
        .getByText(/counts as denied in 3\d minutes/)
        .waitFor();
      await card(page, 21).getByRole("button", { name: "Deny" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Deny" }).click();
      await card(page, 21).waitFor({ state: "detached" });
    });

    test("tell that the server is away, while the list is what was read before", async () => {
      await using opened = await openConsole(world, {
        path: "/console/approvals",
        isAlone: true,
        except: [/ERR_FAILED/],
      });
      const { page } = opened;
      const list = page.getByText(/Nothing waits|counts as denied/).first();
      await list.waitFor();
      await page.route("**/v1/approvals?*", (route) => route.abort());
      const alert = page.getByRole("main").getByRole("alert").getByText("The server does not respond");
      await alert.waitFor();
      await list.waitFor();
      await page.unroute("**/v1/approvals?*");
      await alert.waitFor({ state: "detached" });
    });

    test("show the whole of a large input before it can be approved, and characters that hide", async () => {
      const { toolsetId: held } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
        name: "Held",
        connections: [
          { connectionId: desk.connectionId, applicationSlug: "desk", toolSlugs: ["desk_create_ticket"] },
        ],
        settings: { approvals: "all" },
      });
      const file = (title: string, body: string) =>
        world.call("POST", `/v1/tools/desk_create_ticket/execute?toolsetId=${held}`, {
          fields: { title, reporter: { name: "Robin" }, body },
        });
      await file("Reversed \u202egnp.exe", "In\u200bvisible\u2028 and \u0007");
      await file("Large", `${"word ".repeat(40_000)}the end`);
      await using opened = await openConsole(world, { path: "/console/approvals", except: [/ERR_FAILED/] });
      const { page } = opened;
      const reversed = page.getByRole("listitem").filter({ hasText: "Reversed" });
      await reversed.getByText("\\u202egnp.exe").waitFor();
      await reversed.getByText("In\\u200bvisible\\u2028 and \\u0007").waitFor();
      await reversed.getByText(/^SHA-256 of the request: [0-9a-f]{64}$/).waitFor();
      const large = page.getByRole("listitem").filter({ hasText: "Large" });
      await large.getByText("Only the beginning is shown.").waitFor();
      const approve = large.getByRole("button", { name: "Approve" });
      expect(await approve.isDisabled()).toBe(true);
      await checkLooks(page, "approvals-large");
      const whole = /\/v1\/approvals\/[0-9a-f-]{36}$/;
      await page.route(whole, (route) => route.abort());
      await large.getByRole("button", { name: "Show the whole input" }).click();
      // It was only read, so nothing may have been done.
      await large
        .getByRole("alert")
        .getByText(/you are connected, then try again/)
        .waitFor();
      await page.unroute(whole);
      await large.getByRole("button", { name: "Try again" }).click();
      await large.getByText(/the end/).waitFor();
      await approve.click();
      await large.waitFor({ state: "detached" });
      await reversed.getByRole("button", { name: "Approve" }).click();
      await reversed.waitFor({ state: "detached" });
    });

    test("tell the second person who was faster", async () => {
      // Calls of services wait for any Admin.
      const service = await createService();
      await using opened = await openConsole(world, {
        path: "/console/approvals",
        person: second,
        except: [/status of 409/, /ERR_TIMED_OUT/],
      });
      const { page } = opened;
      const { isSuccess } = await service<{ isSuccess: boolean }>("/v1/tools/desk_delete_ticket/execute", {
        fields: { id: 13 },
      });
      expect(isSuccess).toBe(false);
      await card(page, 13)
        .getByText(/Asked by an agent of Night shift, .* Held back by Night\./)
        .waitFor();
      // From now on this page does not see what the other Admin does.
      await page.route(/\/v1\/approvals\?/, (route) => route.abort("timedout"));
      const { items } = await world.call<{ items: { approvalId: string }[] }>(
        "GET",
        "/v1/approvals?status=waiting&top=1",
      );
      await world.call("POST", `/v1/approvals/${items[0]?.approvalId}/Deny`, { reason: "Not today." });
      await card(page, 13).getByRole("button", { name: "Approve" }).click();
      await page.getByText("The call was denied by Admin: Not today.").waitFor();
    });

    test("say that the connection was deleted, where nobody was faster", async () => {
      const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
        ...{ applicationSlug: "desk", name: "Soon gone", fields: { apiKey: "key" } },
      });
      const { toolsetId: held } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
        name: "Of a connection",
        connections: [{ connectionId, applicationSlug: "desk", toolSlugs: ["desk_delete_ticket"] }],
        settings: { approvals: "destructive" },
      });
      const call = `/v1/tools/desk_delete_ticket/execute?toolsetId=${held}`;
      await world.call("POST", call, { fields: { id: 16 } });
      await using opened = await openConsole(world, {
        path: "/console/approvals",
        width: 375,
        except: [/status of 409/, /ERR_TIMED_OUT/],
      });
      const { page } = opened;
      await card(page, 16).waitFor();
      await page.route(/\/v1\/approvals\?/, (route) => route.abort("timedout"));
      await world.call("DELETE", `/v1/connections/${connectionId}`);
      await card(page, 16).getByRole("button", { name: "Approve" }).click();
      const notification = page.getByRole("alert").filter({ hasText: "Not possible any more" });
      await notification.getByText("The call does not run. The connection was deleted.").waitFor();
      expect(await page.getByText("Somebody was faster").count()).toBe(0);
    });

    test("tell apart members of the same name", async () => {
      const service = await createService("Admin");
      await service("/v1/tools/desk_delete_ticket/execute", { fields: { id: 14 } });
      await using opened = await openConsole(world, { path: "/console/approvals" });
      const { page } = opened;
      await card(page, 14)
        .getByText(/Asked by an agent of Admin, .* Held back by Night\./)
        .waitFor();
      // Only the own toolsets have a page here.
      expect(await card(page, 14).getByRole("link", { name: "Night" }).count()).toBe(0);
    });

    /** A service with a toolset of its own. Returns a function that calls the API with its key through that toolset. */
    async function createService(fullName = "Night shift") {
      const email = `${fullName.replace(" ", "-")}@services.example.com`;
      const member = { kind: "service", fullName, email, role: "Member" };
      const { accountUserId } = await world.call<{ accountUserId: number }>("POST", "/v1/members", member);
      const createKey = (body: object) => world.call<{ apiKey: string }>("POST", "/v1/apikeys", body);
      const { apiKey } = await createKey({ name: "Night shift", accountUserId });
      const post = async <Body>(path: string, body: object): Promise<Body> => {
        const headers = { "x-api-key": apiKey, "content-type": "application/json" };
        const response = await fetch(world.baseUrl + path, {
          method: "POST",
          headers,
          body: JSON.stringify(body),
        });
        return response.json() as Promise<Body>;
      };
      const { connectionId } = await post<{ connectionId: number }>("/v1/connections", {
        applicationSlug: "desk",
        name: "Desk at night",
        fields: { apiKey: "key-of-the-night" },
        isDefault: true,
      });
      const held = await post<{ toolsetId: string }>("/v1/toolsets", {
        name: "Night",
        connections: [{ connectionId, applicationSlug: "desk", toolSlugs: ["desk_delete_ticket"] }],
        settings: { approvals: "destructive" },
      });
      return <Body>(path: string, body: object) => post<Body>(`${path}?toolsetId=${held.toolsetId}`, body);
    }
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);
