import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type StrictProvider, startStrictProvider } from "@bowline/acceptance/strict-provider.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { expectNoTrace } from "../support/expect-no-trace.ts";
import { openConsole, signIn } from "../support/open-console.ts";
import { describeConsole, type World } from "../support/world.ts";

/** Sign-ins come back to the base URL, so the console is opened there. */
const findBaseUrl = (world: World): string => `http://localhost:${new URL(world.baseUrl).port}`;

/** As long as names of people's programs are at times. */
const pilot = `Harbor pilot ${"of the northern and the southern basin ".repeat(4)}`.trim();

describeConsole(
  "OAuth",
  (world) => {
    let provider: StrictProvider;
    /** The page of an agent that people come back to. */
    const agent = createServer((_request, response) => response.end("Back at the client."));
    beforeAll(async () => {
      await new Promise<void>((resolve) => agent.listen(0, "127.0.0.1", resolve));
      provider = await startStrictProvider({ redirectUri: `${findBaseUrl(world)}/oauth/callback` });
      await world.call("POST", "/v1/applications", {
        source: "openapi",
        slug: "strict",
        document: provider.document,
      });
    });
    afterAll(async () => {
      agent.closeAllConnections();
      agent.close();
      await provider?.stop();
    });

    const open = async (path: string) => {
      const opened = await openConsole(world, {
        path: `${findBaseUrl(world)}/console${path}`,
        person: null,
        // The other server has no icon.
        except: [/status of 404 .*\/favicon\.ico/],
      });
      await signIn(opened.page, world.admin);
      return opened;
    };

    test("an Admin enters the company's client, and signs in at the application with it", async () => {
      await using opened = await open("/oauth-clients?tab=applications");
      const { page } = opened;
      await page.getByText(`${findBaseUrl(world)}/oauth/callback`).waitFor();
      const row = page.getByRole("listitem").filter({ hasText: "Strict" });
      await row.getByText("At the first sign-in").waitFor();
      const calls: string[] = [];
      page.on("request", (request) => {
        if (new URL(request.url()).pathname.startsWith("/v1/")) {
          calls.push(request.url());
        }
      });
      await page.reload();
      await row.getByText("At the first sign-in").waitFor();
      expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(4);
      await checkLooks(page, "clients-at-applications");
      await row.getByRole("link", { name: /^Set up Strict: / }).click();
      await page.getByLabel("Client id").fill(provider.client.clientId);
      await page.getByLabel("Client secret").fill(provider.client.clientSecret);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("People can sign in at Strict now.").waitFor();
      await page.getByText("Ours", { exact: true }).waitFor();
      await expectNoTrace(page, provider.client.clientSecret);

      await page.getByRole("link", { name: "Connect your account" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Connect", exact: true }).click();
      await page.getByRole("heading", { name: "login" }).waitFor();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("heading", { name: "consent" }).waitFor();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(`${findBaseUrl(world)}/**`);
      await page.waitForURL("**/console/applications/strict?**");
      await page.getByText("ada@example.com").first().waitFor();
      await expectNoTrace(page, provider.client.clientSecret);

      // What was said of a client that is removed is not said on.
      await page.goto(`${findBaseUrl(world)}/console/oauth-clients?tab=applications&application=strict`);
      await page.getByLabel("Client id").fill("another");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("People can sign in at Strict now.").waitFor();
      await page.getByRole("button", { name: "Remove the client" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove client" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByText("Ours", { exact: true }).waitFor({ state: "detached" });
      expect(await page.getByText("People can sign in at Strict now.").count()).toBe(0);
      expect(await page.getByLabel("Client id").inputValue()).toBe("");
    });

    test("the form of a client keeps what is entered over a reload, but not the secret, and nothing once it is saved or somebody signs out", async () => {
      await using opened = await open("/oauth-clients?tab=applications&application=strict");
      const { page } = opened;
      const clientId = page.getByLabel("Client id");
      const enter = async () => {
        await clientId.fill("client-of-acme");
        await page.getByLabel("Client secret").fill("secret-of-acme");
        await page.getByRole("combobox", { name: "Scopes" }).fill("read:all");
        await page.keyboard.press("Enter");
      };
      await enter();
      await page.reload();
      await clientId.waitFor();
      expect(await clientId.inputValue()).toBe("client-of-acme");
      expect(await page.getByLabel("Client secret").inputValue()).toBe("");
      await page.getByText("read:all", { exact: true }).waitFor();
      await expectNoTrace(page, "secret-of-acme");

      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("People can sign in at Strict now.").waitFor();
      await page.reload();
      await clientId.waitFor();
      expect(await clientId.inputValue()).toBe("");
      await page.getByRole("button", { name: "Remove the client" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove client" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });

      await enter();
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.getByLabel("E-mail address").waitFor();
      await expectNoTrace(page, "client-of-acme");
    });

    test("the line below the open tab is seen in both schemes", async () => {
      await using opened = await open("/oauth-clients?tab=services");
      const { page } = opened;
      const tab = page.getByRole("tab", { selected: true });
      await tab.waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const colors = await tab.evaluate((element) => [
          getComputedStyle(element).borderBottomColor,
          getComputedStyle(document.body).backgroundColor,
        ]);
        // WCAG 2.2, 1.4.11
        expect(measureContrast(...colors.map(readLuminance)), colorScheme).toBeGreaterThanOrEqual(3);
      }
    });

    test("a program that acts for a person is listed, and its next call fails once it is withdrawn", async () => {
      await using opened = await open("/oauth-clients");
      const { page } = opened;
      await page.getByText("No program acts for you").waitFor();
      const agentAddress = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/callback`;
      const call = await allowAgent(page, findBaseUrl(world), agentAddress);
      await page.goto(`${findBaseUrl(world)}/console/oauth-clients`);
      await page.getByText(/^Not used yet, allowed (just now|.* ago), ends in 6 months$/).waitFor();
      expect(await call()).toBe(200);
      await page.reload();
      await page.getByText(/^Last used /).waitFor();
      await page.getByText(pilot).waitFor();
      const withdraw = page.getByRole("button", { name: `Withdraw ${pilot}` });
      const label = withdraw.locator(".mantine-Button-label");
      expect(await label.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(1);
      await withdraw.click();
      await page.getByRole("dialog").getByRole("button", { name: "Withdraw", exact: true }).click();
      await page.getByText("No program acts for you").waitFor();
      expect(await call()).toBe(401);
    });
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);

/** The relative luminance of a color such as `rgb(11, 93, 138)` (WCAG 2.2). */
function readLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const measureContrast = (...luminances: number[]): number =>
  (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);

/** Registers an MCP client, lets the person allow it, and redeems its code. Returns how the client lists its tools. */
async function allowAgent(page: Page, baseUrl: string, agentAddress: string): Promise<() => Promise<number>> {
  const resource = `${baseUrl}/mcp`;
  const registered = await fetch(`${baseUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: pilot,
      redirect_uris: [agentAddress],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const metadata = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`);
  const endpoints = (await metadata.json()) as { authorization_endpoint: string; token_endpoint: string };
  const verifier = randomBytes(32).toString("base64url");
  const request = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: agentAddress,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope: "tools:read tools:execute",
    state: "state-of-the-pilot",
    resource,
  });
  await page.goto(`${endpoints.authorization_endpoint}?${request}`);
  await page.getByRole("button", { name: /allow/i }).click();
  await page.waitForURL(`${agentAddress}**`);
  const redeemed = await fetch(endpoints.token_endpoint, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: agentAddress,
      code: new URL(page.url()).searchParams.get("code") ?? "",
      code_verifier: verifier,
      resource,
    }),
  });
  const { access_token: token } = (await redeemed.json()) as { access_token: string };
  return async () => {
    const response = await fetch(resource, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
    await response.text();
    return response.status;
  };
}
