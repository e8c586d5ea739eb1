import { Agent, request } from "node:http";
import type * as client from "openid-client";
import { expect, test } from "vitest";
import { createFormBrowser } from "../../oauth/support/form-browser.ts";
import { createCaller, succeed } from "../../support/caller.ts";
import { describeOwnServer, useOwnServer } from "../../support/own-server.ts";
import { acceptInvitation, goodPassword, invitePerson, signInAt } from "../../support/people.ts";
import { proves } from "../../support/proves.ts";
import type { ListOf } from "../../support/records.ts";
import { expectReplayToEnd } from "../support/expect-replay-to-end.ts";
import { askForToken, issueCode, refreshForm } from "../support/nodes.ts";
import { registerClient } from "../support/person-flow.ts";
import { readIssuer } from "../support/token-client.ts";

const registrations = 6;

/** Sends requests over one connection, one after the other, and returns their status and whether the connection was used before. */
function openConnection(baseUrl: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method: string, path: string, body = "") =>
    new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
      const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": body.length };
      const sent = request(new URL(path, baseUrl), { agent, method, headers }, (response) => {
        response
          .resume()
          .on("end", () => resolve({ status: response.statusCode, isReused: sent.reusedSocket }));
      });
      sent.on("error", reject).end(body);
    });
  return { send, [Symbol.dispose]: () => agent.destroy() };
}

describeOwnServer("strangers", () => {
  const own = useOwnServer({
    BOWLINE_RATE_REGISTRATION: String(registrations),
    BOWLINE_TRUSTED_PROXIES: "127.0.0.0/8",
  });

  test(
    "who send a body that is too long leave the connection good for others",
    proves("authorization-server.too-long"),
    async () => {
      using connection = openConnection(own.server.baseUrl);
      for (const path of ["/oauth/introspect", "/oauth/revoke"]) {
        const { status } = await connection.send("POST", path, `token=${"x".repeat(2 ** 20)}`);
        expect(status, path).toBe(400);
        expect(await connection.send("GET", "/health/live"), path).toEqual({ status: 200, isReused: true });
      }
    },
  );

  test(
    "who register many clients have to wait, and others do not",
    proves("authorization-server.registration.rate"),
    async () => {
      const register = (from: string) =>
        fetch(`${own.server.baseUrl}/oauth/register`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-forwarded-for": from },
          body: JSON.stringify({ redirect_uris: ["https://editor.example/callback"] }),
        });
      for (let count = 0; count < registrations; count++) {
        expect((await register("203.0.113.1")).status).toBe(201);
      }
      const refused = await register("203.0.113.1");
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(refused.headers.get("access-control-allow-origin")).toBe("*");
      expect(await refused.json()).toMatchObject({
        error: "temporarily_unavailable",
        error_description: expect.stringMatching(/Try again in \d+ minutes/),
      });
      expect((await register("203.0.113.2")).status).toBe(201);
    },
  );

  test(
    "who guess the codes of devices have to wait, and others do not",
    proves("authorization-server.device.guesses"),
    async () => {
      const page = await createFormBrowser().open(`${await readIssuer(own.server.baseUrl)}/oauth/device`);
      expect(page.status).toBe(200);
      const guess = async (from: string) => {
        const browser = createFormBrowser();
        browser.headers = { "x-forwarded-for": from };
        const form = await browser.open(`${await readIssuer(own.server.baseUrl)}/oauth/device`);
        return (await browser.press(form, /^continue$/i, { user_code: "BBBB-BBBB" })).status;
      };
      const statuses: number[] = [];
      for (let count = 0; count < 30 && !statuses.includes(429); count++) {
        statuses.push(await guess("203.0.113.3"));
      }
      expect(statuses.indexOf(429)).toBe(20);
      expect(await guess("203.0.113.4")).toBe(200);
    },
  );
});

describeOwnServer("the log", () => {
  const own = useOwnServer({ BOWLINE_LOG_FORMAT: "json", BOWLINE_LOG_LEVEL: "trace" });

  test(
    "names what people and their programs do, without a secret",
    proves("log.people", "log.people.private"),
    async () => {
      // Before stand a few lines for the person who has just started it.
      const before = own.server.readLog().length;
      const issuer = await readIssuer(own.server.baseUrl);
      const browser = createFormBrowser();
      const { invitationUrl, email } = await invitePerson(own.admin);
      await acceptInvitation(browser, invitationUrl);
      await browser.press(await browser.open(`${issuer}/signout`), /sign out/i);
      await signInAt(browser, issuer, { email, password: "not the password at all" });
      await signInAt(browser, issuer, { email, password: goodPassword });
      browser.stopBefore = /^http:\/\/127\.0\.0\.1:9\/callback/;
      const { clientId, form } = await issueCode(own.server.baseUrl, browser);
      const { body: first } = await askForToken(own.server, form);
      const { body: second } = await askForToken(own.server, refreshForm(clientId, first.refresh_token));
      const caller = createCaller({ authorization: `Bearer ${second.access_token}` }, own.server);
      await succeed(caller.get("/v1/tools"));
      await expectReplayToEnd(
        () => askForToken(own.server, refreshForm(clientId, first.refresh_token)),
        async () => (await caller.get("/v1/tools")).status,
      );
      await issueCode(own.server.baseUrl, browser);
      const grants = await succeed<ListOf<{ grantId: number }>>(own.admin.get("/v1/grants"));
      await succeed(own.admin.delete(`/v1/grants/${grants.items[0]?.grantId}`));
      const made = await registerClient(
        { token_endpoint_auth_method: "client_secret_basic" },
        own.server.baseUrl,
      );

      const said = [
        "a person used an invitation",
        "a person signed in",
        "a person signed out",
        "a sign-in failed: wrong e-mail address or password",
        "a client registered itself",
        "a person allowed a client",
        "a grant was withdrawn",
        "a grant was ended, since its code or refresh token came again",
      ];
      for (const message of said) {
        await expect.poll(() => own.server.readLog()).toContain(message);
      }
      const lines = own.server
        .readLog()
        .slice(before)
        .split("\n")
        .filter((line) => line !== "");
      for (const line of lines) {
        expect(() => JSON.parse(line), line).not.toThrow();
      }
      const cookies = browser.cookies.write({ url: new URL(issuer), method: "GET", isCrossSite: false });
      const secrets = [
        goodPassword,
        "not the password at all",
        invitationUrl.slice(invitationUrl.lastIndexOf("/") + 1),
        form.code ?? "",
        first.access_token,
        first.refresh_token,
        second.access_token,
        second.refresh_token,
        (made.clientMetadata() as client.ClientMetadata).client_secret ?? "",
        ...cookies.split("; ").map((cookie) => cookie.slice(cookie.indexOf("=") + 1)),
      ].filter((secret) => secret.length > 8);
      expect(secrets.length).toBeGreaterThan(9);
      const log = own.server.readLog();
      expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
    },
  );
});
