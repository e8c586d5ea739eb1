import { startOddProvider } from "@bowline/acceptance/odd-provider.ts";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { expectNoTrace } from "../support/expect-no-trace.ts";
import { goInside } from "../support/go-inside.ts";
import { goodToken, type Harbor, startHarbor } from "../support/harbor.ts";
import { openConsole, signIn } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

const expectFocus = (target: Locator): Promise<void> =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);

describeConsole(
  "connecting",
  (world) => {
    let harbor: Harbor;
    beforeAll(async () => {
      harbor = await startHarbor();
      await world.call("POST", "/v1/applications", {
        source: "openapi",
        slug: "harbor",
        overridableFields: ["token"],
        document: { ...harbor.document, "x-bowline-test": { operation: "getMe", labelPath: "/login" } },
      });
    });
    afterAll(() => harbor?.[Symbol.asyncDispose]());

    /** Imports an application with a sign-in, and with other methods beside it. */
    const importSignIn = (
      slug: string,
      title: string,
      flow: { tokenUrl?: string; scopes?: Record<string, string> } = {},
      others: Record<string, object> = {},
    ) => {
      const authorizationUrl = `${harbor.url}/authorize`;
      const authorizationCode = { authorizationUrl, tokenUrl: `${harbor.url}/token`, scopes: {}, ...flow };
      const securitySchemes = { sea: { type: "oauth2", flows: { authorizationCode } }, ...others };
      const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
      const info = { title, version: "1" };
      const document = { ...harbor.document, info, components: { securitySchemes }, security };
      return world.call("POST", "/v1/applications", { source: "openapi", slug, document });
    };

    test("shows the application's refusal of a wrong key, and then takes the right one", async () => {
      await using opened = await openConsole(world, {
        path: "/console/applications/harbor?connect=choose",
        except: [/status of 400/],
      });
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      const input = dialog.getByLabel(/token/i).first();
      await dialog.getByText("can differ for a call").waitFor();
      await expectFocus(input);
      await input.fill("a-wrong-token");
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      const refusal = await dialog.getByText(/Bad credentials/).innerText();
      expect(refusal.match(/Bad credentials/g), "it is said once").toHaveLength(1);
      await checkLooks(page, "connect-refused");
      expect(await dialog.getByRole("heading", { name: /is connected/ }).count()).toBe(0);

      await input.fill(goodToken);
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      await dialog.getByText("Connected as ada.").waitFor();
      await expectFocus(dialog.getByRole("button", { name: "Try a tool" }));
      await expectNoTrace(page, goodToken);
      await expectNoTrace(page, "a-wrong-token");
      await checkLooks(page, "connected");
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectNoTrace(page, goodToken);
    });

    test("says why the first call of a new connection failed, and tests it again", async () => {
      await using opened = await openConsole(world, { path: "/console/applications/harbor?connect=choose" });
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      await page.route("**/v1/connections/*/Test", (route) =>
        route.fulfill({
          json: {
            isSuccess: false,
            message: "The application returned 503: Come back later",
            accountLabel: "ada",
          },
        }),
      );
      await dialog.getByLabel(/token/i).first().fill(goodToken);
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      await dialog.getByText("The application returned 503: Come back later").waitFor();
      await dialog.getByRole("heading", { name: "The first call failed" }).waitFor();
      const again = dialog.getByRole("button", { name: "Test again" });
      await expectFocus(again);
      await checkLooks(page, "connected-in-vain");
      await page.unroute("**/v1/connections/*/Test");
      await again.press("Enter");
      await dialog.getByText("Connected as ada.").waitFor();
      await expectFocus(dialog.getByRole("button", { name: "Try a tool" }));
    });

    test("shows a switch as it is used, also while nobody has chosen", async () => {
      await world.call("POST", "/v1/applications", { source: "sql", slug: "ledger", dialect: "postgresql" });
      await using opened = await openConsole(world, {
        path: "/console/applications/ledger?connect=choose",
        except: [/status of 400/],
      });
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      const readOnly = dialog.getByRole("switch", { name: "Read only" });
      await readOnly.waitFor();
      expect(await readOnly.isChecked()).toBe(true);
      for (const [label, text] of Object.entries({
        Host: "127.0.0.1",
        Port: "1",
        Database: "d",
        User: "u",
        Password: "p",
      })) {
        await dialog
          .getByLabel(new RegExp(`^${label}`))
          .first()
          .fill(text);
      }
      await readOnly.press("Space");
      const [request] = await Promise.all([
        page.waitForRequest(
          (one) => one.method() === "POST" && new URL(one.url()).pathname === "/v1/connections",
        ),
        dialog.getByRole("button", { name: "Connect", exact: true }).click(),
      ]);
      expect(request.postDataJSON().fields).toMatchObject({ host: "127.0.0.1", readOnly: false });
    });

    test("stays open while it connects, and says elsewhere what came of it to somebody who has left", async () => {
      await using opened = await openConsole(world, {
        path: "/console/applications/harbor",
        except: [/status of 400/],
      });
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      let held = Promise.withResolvers<void>();
      await page.route("**/v1/connections", async (route) => {
        if (route.request().method() === "POST") {
          await held.promise;
        }
        await route.continue();
      });
      const begin = async (token: string) => {
        held = Promise.withResolvers();
        await page.getByRole("button", { name: "Connect", exact: true }).first().click();
        await dialog.getByLabel(/token/i).first().fill(token);
        await Promise.all([
          page.waitForRequest((request) => request.method() === "POST"),
          dialog.getByRole("button", { name: "Connect", exact: true }).click(),
        ]);
      };
      await begin(goodToken);
      await page.keyboard.press("Escape");
      await dialog.getByRole("button", { name: "Close" }).click();
      await page.mouse.click(5, 5);
      held.resolve();
      await dialog.getByRole("heading", { name: "Harbor Issues is connected" }).waitFor();
      await dialog.getByRole("button", { name: "Close" }).click();
      await dialog.waitFor({ state: "detached" });

      for (const [token, message] of [
        ["a-wrong-token", /Bad credentials/],
        [goodToken, "The connection to Harbor Issues is saved."],
      ] as const) {
        await begin(token);
        await page.goBack();
        await dialog.waitFor({ state: "detached" });
        held.resolve();
        await page.getByText(message).waitFor();
        expect(await dialog.count()).toBe(0);
      }
    });

    test("says that a key was saved, not that it is right, where no call tries it", async () => {
      await world.call("POST", "/v1/applications", {
        source: "openapi",
        slug: "quay",
        document: { ...harbor.document, info: { title: "Quay", version: "1" } },
      });
      await using opened = await openConsole(world, { path: "/console/applications/quay?connect=choose" });
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/token/i).first().fill("a-token-that-nobody-tries");
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      await dialog.getByRole("heading", { name: "The connection to Quay is saved" }).waitFor();
      await dialog.getByText("The application names no call to try credentials with.").waitFor();
      expect(await dialog.getByText(/connected/i).count()).toBe(0);
      await checkLooks(page, "saved-untried", { within: "[role=dialog]" });
      await expectNoTrace(page, "a-token-that-nobody-tries");
    });

    test("moves the default with one key, and deleting names the toolsets that lose the connection", async () => {
      const connect = (name: string, isDefault: boolean) =>
        world.call<{ connectionId: number }>("POST", "/v1/connections", {
          applicationSlug: "harbor",
          name,
          fields: { token: goodToken },
          isDefault,
        });
      await connect("Day shift", true);
      const { connectionId } = await connect("Night shift", false);
      await world.call("POST", "/v1/toolsets", {
        name: "Watch of the night",
        connections: [{ connectionId, applicationSlug: "harbor", toolSlugs: ["harbor_list_issues"] }],
      });
      await using opened = await openConsole(world, { path: "/console/connections" });
      const { page } = opened;
      const day = page.getByRole("button", { name: "Use Day shift by default" });
      const night = page.getByRole("button", { name: "Use Night shift by default" });
      await day.and(page.locator("[aria-pressed=true]")).waitFor();
      await night.press("Enter");
      await night.and(page.locator("[aria-pressed=true]")).waitFor();
      await day.and(page.locator("[aria-pressed=false]")).waitFor();
      await expectFocus(night);
      let calls = 0;
      page.on("request", (request) => {
        calls += ["PUT", "DELETE"].includes(request.method()) ? 1 : 0;
      });
      // In a small window the menu is where the notification is, which stays as long as the pointer is on it.
      await page.setViewportSize({ width: 1000, height: 400 });
      // As slow as by hand: the second click comes when the first one is done.
      await day.dblclick({ delay: 100 });
      // At once: it is gone after some seconds.
      await page.getByText("It is the default").first().waitFor();
      await day.and(page.locator("[aria-pressed=true]")).waitFor();
      expect(calls).toBe(1);
      await page.getByRole("button", { name: "Actions of Night shift" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("This toolset loses it:").waitFor();
      await dialog.getByText("Watch of the night").waitFor();
      await dialog.getByRole("button", { name: "Delete connection" }).click();
      await night.waitFor({ state: "detached" });

      // A long message is read whole, also on a phone.
      await page.setViewportSize({ width: 375, height: 800 });
      const message = `The application returned 503: ${"Come back later. ".repeat(20).trim()}`;
      await page.route("**/v1/connections/*/Test", (route) =>
        route.fulfill({ json: { isSuccess: false, message, accountLabel: null } }),
      );
      await page.getByRole("button", { name: "Actions of Day shift" }).click();
      await page.getByRole("menuitem", { name: "Test" }).click();
      const notification = page.getByRole("alert").filter({ hasText: message });
      const isWhole = () =>
        notification.getByText(message).evaluate((words) => {
          const inner = words.getBoundingClientRect();
          const outer = words.closest("[role=alert]")?.getBoundingClientRect();
          return outer !== undefined && inner.top > outer.top && inner.bottom < outer.bottom;
        });
      await expect.poll(isWhole).toBe(true);
    });

    test("says before anybody connects that a sign-in needs an OAuth client first", async () => {
      await importSignIn("breakwater", "Breakwater", {
        tokenUrl: "https://{site}/token",
        scopes: { "ships:read": "", "ships:write": "" },
      });
      await using opened = await openConsole(world, { path: "/console/applications/breakwater?tab=methods" });
      const { page } = opened;
      await page.getByText("Not set up yet").waitFor();
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Signing in at Breakwater is not set up yet").waitFor();
      expect(await dialog.getByRole("button", { name: "Connect", exact: true }).count()).toBe(0);
      await checkLooks(page, "connect-without-client", { within: "[role=dialog]" });
      await dialog.getByRole("link", { name: "Enter the OAuth client" }).click();
      await page.getByText("People cannot sign in until you set a client.").waitFor();
      await page.getByText("ships:read ships:write").waitFor();
      await page.getByText("/oauth/callback").waitFor();
      await checkLooks(page, "client-to-enter");
      await page.getByLabel("Client id").fill("harbor-client");
      const hosts = page.getByRole("combobox", { name: "Hosts for tokens" });
      await hosts.fill("login.example.com");
      await hosts.press("Enter");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("link", { name: "Connect your account" }).click();
      await dialog.getByRole("button", { name: "Connect", exact: true }).waitFor();
    });

    test("offers the ways to connect, and can be canceled at each step", async () => {
      await importSignIn("sluice", "Sluice", {}, { token: { type: "http", scheme: "bearer" } });
      await using opened = await openConsole(world, { path: "/console/applications/sluice" });
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      const open = () => page.getByRole("button", { name: "Connect", exact: true }).first().click();
      const cancel = async () => {
        await dialog.getByRole("button", { name: "Cancel" }).click();
        await dialog.waitFor({ state: "detached" });
      };
      await open();
      await dialog.getByText("How do you want to connect?").waitFor();
      await checkLooks(page, "connect-choice", { within: "[role=dialog]" });
      await cancel();
      await open();
      await dialog.getByRole("button", { name: /Not set up yet/ }).click();
      await dialog.getByText("Signing in at Sluice is not set up yet").waitFor();
      await cancel();
      await open();
      await dialog.getByRole("button", { name: /Not set up yet/ }).click();
      await dialog.getByRole("button", { name: "Other ways to connect" }).click();
      await dialog.getByRole("button", { name: /token/i }).click();
      await dialog.getByRole("textbox", { name: /token/i }).waitFor();
      await checkLooks(page, "connect-chosen", { within: "[role=dialog]" });
      await cancel();
    });

    test("says what became of a sign-in that leads back to the console", async () => {
      await importSignIn("lighthouse", "Lighthouse");
      const { authentications } = await world.call<{ authentications: { authenticationId: number }[] }>(
        "GET",
        "/v1/applications/lighthouse",
      );
      const client = `/v1/applications/lighthouse/authentications/${authentications[0]?.authenticationId}/client`;
      await world.call("PUT", client, { clientId: "harbor-client" });
      const { state } = await world.call<{ state: string }>("POST", "/v1/connections/GetSignInUrl", {
        applicationSlug: "lighthouse",
      });
      await fetch(`${world.baseUrl}/oauth/callback?error=access_denied&state=${state}`);
      const { connectionId, name } = await world.call<{ connectionId: number; name: string }>(
        "POST",
        "/v1/connections",
        { applicationSlug: "harbor", name: "Evening shift", isDefault: true, fields: { token: goodToken } },
      );
      await using opened = await openConsole(world, {
        path: `/console/applications/lighthouse?tab=connections&state=${state}&status=refused`,
        except: [/status of 40[09]/],
      });
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      await dialog.getByText("The sign-in was canceled, or the application declined it").waitFor();
      await checkLooks(page, "sign-in-refused");
      await dialog.getByRole("button", { name: "Try again" }).click();
      await dialog.getByRole("heading", { name: "Connect Lighthouse" }).waitFor();
      expect(new URL(page.url()).search).toBe("?tab=connections&connect=choose");

      // The server's own address is localhost.
      await page.route(`${harbor.url}/authorize?**`, (route) => route.fulfill({ body: "Allow?" }));
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      await page.getByText("Allow?").waitFor();
      await page.goBack();

      // A client that is there, and may not be used, is not one that is missing.
      await world.call("PUT", client, { clientId: "harbor-client", tokenHosts: ["elsewhere.example.com"] });
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      await dialog.getByText("The OAuth client may be sent to elsewhere.example.com").waitFor();
      await world.call("DELETE", client);
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      await dialog.getByText("Signing in at Lighthouse is not set up yet").waitFor();

      // As after a sign-in that renewed a connection, and after one that made one.
      await page.route(/\/SignInResult\?/, (route) =>
        route.fulfill({ json: { status: "confirmed", connectionId, name, error: null } }),
      );
      await goInside(page, "/connections?state=one&status=connected");
      await page.getByText("Evening shift is connected again.").waitFor();
      await page.getByRole("button", { name: "Actions of Evening shift" }).waitFor();
      expect(new URL(page.url()).search).toBe("");
      await goInside(page, "/applications/harbor?tab=connections&state=two&status=connected");
      await dialog.getByText("Connected as ada.").waitFor();
      await dialog.getByRole("button", { name: "Try a tool" }).click();
      await page.getByLabel("Search tools").waitFor();
      expect(new URL(page.url()).search).toBe("");

      // A mistyped tab is none.
      await goInside(page, "/applications/harbor?tab=connection");
      await page.getByLabel("Search tools").waitFor();

      // Agents that use the default go on with its account.
      await goInside(page, "/applications/harbor?connect=choose");
      await dialog.getByText("Instead of Evening shift.").waitFor();
      expect(await dialog.getByRole("switch").isChecked()).toBe(false);

      // What is mended at a connection leads there.
      await page.route(/\/harbor_list_issues\/execute/, (route) =>
        route.fulfill({
          headers: { "x-bowline-failure-kind": "authorizationExpired" },
          json: {
            ...{ isSuccess: false, errorMessage: "Bad credentials" },
            ...{ executionInfo: null, output: null, historyId: null },
          },
        }),
      );
      await goInside(page, "/tools/harbor_list_issues");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByRole("link", { name: "Open my connections" }).click();
      await page.getByRole("button", { name: "Actions of Evening shift" }).waitFor();
    });

    test("leads through a sign-in on a phone, and says what became of it", async () => {
      const odd = await startOddProvider();
      await world.call("POST", "/v1/applications", {
        ...{ source: "openapi", slug: "odd", document: odd.document },
      });
      const { authentications } = await world.call<{ authentications: { authenticationId: number }[] }>(
        "GET",
        "/v1/applications/odd",
      );
      const client = `/v1/applications/odd/authentications/${authentications[0]?.authenticationId}/client`;
      await world.call("PUT", client, odd.client);
      // The provider leads back to the server's own address.
      const origin = world.baseUrl.replace("127.0.0.1", "localhost");
      await using opened = await openConsole(world, {
        path: `${origin}/console/applications/odd?connect=choose`,
        person: null,
        width: 375,
        isAlone: true,
        except: [/status of 400 .*\/oauth\/callback/],
      });
      const { page } = opened;
      await signIn(page, await world.hire());
      const dialog = page.getByRole("dialog");
      const decide = async (choice: string) => {
        await dialog.getByRole("button", { name: "Connect", exact: true }).click();
        await page.getByRole("button", { name: choice }).click();
      };
      const tryAgain = () => dialog.getByRole("button", { name: "Try again" }).click();
      await decide("Refuse");
      await dialog.getByText("The sign-in was canceled, or the application declined it").waitFor();
      await tryAgain();
      odd.fault = "html";
      await decide("Allow");
      await page.getByRole("link", { name: /^Back to localhost/ }).click();
      await dialog.getByText("The application's sign-in server returned neither JSON nor a form.").waitFor();
      await tryAgain();
      odd.fault = null;
      await decide("Allow");
      await dialog.getByText("Connected as odd-ada.").waitFor();
      // It is no key that nobody has tried.
      expect(await dialog.getByRole("heading").innerText()).toBe("Odd is connected");
      await odd.stop();
    });

    test("sends credentials to a new address only when that is confirmed", async () => {
      const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
        applicationSlug: "harbor",
        name: "Moved away",
        fields: { token: goodToken },
      });
      const moveTo = async (address: string) => {
        const url = harbor.url.replace("127.0.0.1", address);
        const document = { ...harbor.document, servers: [{ url }] };
        await world.call("POST", "/v1/applications", { source: "openapi", slug: "harbor", document });
        return url;
      };
      const moved = await moveTo("127.0.0.2");
      const readStatus = async () =>
        (await world.call<{ status: string; name: string }>("GET", `/v1/connections/${connectionId}`)).status;
      await using opened = await openConsole(world, {
        path: "/console/connections?search=moved",
        except: [/status of 400/],
      });
      const { page } = opened;
      await page.getByText(`would now get them at ${moved}`).first().waitFor();
      expect(await page.getByRole("main").innerText()).not.toContain("/v1/");
      await page.getByRole("button", { name: "Look at the new address" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Moved on");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("Moved on", { exact: true }).waitFor();
      expect(await readStatus(), "a new name confirms nothing").toBe("error");
      await page.getByRole("button", { name: "Look at the new address" }).click();
      await dialog.getByText("The address is new").waitFor();
      await checkLooks(page, "connection-new-address");
      const confirmation = dialog.getByLabel("Send the stored credentials to the new address");
      await confirmation.check();
      const movedAgain = await moveTo("127.0.0.3");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText(`The credentials would now go to ${movedAgain}`).waitFor();
      expect(await readStatus(), "another address than the one shown").toBe("error");
      await confirmation.and(page.locator(":not(:checked)")).check();
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await readStatus()).toBe("active");
    });

    test("searches the objects of a connection, and says when not all are shown", async () => {
      await world.call("POST", "/v1/connections", {
        applicationSlug: "harbor",
        name: "Many tables",
        fields: { token: goodToken },
      });
      await using opened = await openConsole(world, { path: "/console/connections?search=many" });
      const { page } = opened;
      const items = Array.from({ length: 320 }, (_, index) => ({
        ...{ objectName: `table_${index}`, label: `table_${index}`, kind: "table" },
      }));
      await page.route(/\/Objects\?/, (route) =>
        route.fulfill({ json: { items, totalCount: 320, offset: 0, top: 1000 } }),
      );
      await page.getByRole("button", { name: "Actions of Many tables" }).click();
      await page.getByRole("menuitem", { name: "Objects" }).click();
      await page.getByText("The first 300 of 320. Search for others.").waitFor();
      await page.getByLabel("Search objects").fill("table_319");
      await page.getByRole("cell", { name: "table_319" }).waitFor();
      await page.getByLabel("Search objects").fill("nothing has this name");
      await page.getByText("No object matches").waitFor();
    });

    test("says when a connection was deleted while it is renewed, and shows it no more", async () => {
      const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
        applicationSlug: "harbor",
        name: "Soon gone",
        fields: { token: goodToken },
      });
      await using opened = await openConsole(world, {
        path: "/console/connections?search=soon",
        except: [/status of 404 .*\/v1\/connections/],
      });
      const { page } = opened;
      await page.getByRole("button", { name: "Actions of Soon gone" }).click();
      await page.getByRole("menuitem", { name: "Renew or rename" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Another name");
      await world.call("DELETE", `/v1/connections/${connectionId}`);
      // What was begun is not left by a key.
      const held = Promise.withResolvers<void>();
      await page.route("**/v1/connections/*", async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").getByLabel("Name").waitFor();
      held.resolve();
      await page.getByText("It does not exist any more.").waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Actions of Soon gone" }).waitFor({ state: "detached" });
    });

    test("lets a connection choose another environment when its own has gone", async () => {
      const importWith = async (...names: string[]) => {
        const servers = names.map((description) => ({
          description,
          url: `${harbor.url}/${description.toLowerCase()}`,
        }));
        const document = { ...harbor.document, servers };
        await world.call("POST", "/v1/applications", { source: "openapi", slug: "pier", document });
      };
      await importWith("Live", "Sandbox");
      const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
        applicationSlug: "pier",
        environment: "sandbox",
        name: "Trials",
        fields: { token: goodToken },
      });
      await importWith("Live");
      await using opened = await openConsole(world, { path: "/console/connections?search=trials" });
      const { page } = opened;
      await page.getByText('no longer has the environment "sandbox"').first().waitFor();
      expect(await page.getByRole("main").innerText()).not.toContain("/v1/");
      await page.getByRole("button", { name: "Connect it again" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "Environment" }).click();
      await page.getByRole("option", { name: "production" }).click();
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      const { status } = await world.call<{ status: string }>("GET", `/v1/connections/${connectionId}`);
      expect(status).toBe("active");
    });
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);
