import { randomBytes } from "node:crypto";
import { request } from "node:http";
import * as client from "openid-client";
import { expect, test } from "vitest";
import { createFormBrowser } from "../../oauth/support/form-browser.ts";
import { createCaller, createKeyCaller, succeed } from "../../support/caller.ts";
import { dumpDatabase } from "../../support/database-dump.ts";
import { startOutsideDatabase } from "../../support/outside-database.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { acceptInvitation, goodPassword, invitePerson } from "../../support/people.ts";
import { proves } from "../../support/proves.ts";
import { startServer } from "../../support/start-server.ts";
import { askForToken, issueCode, refreshForm } from "../support/nodes.ts";
import { registerClient } from "../support/person-flow.ts";
import { discover, readIssuer } from "../support/token-client.ts";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

describeOwnServer("the secrets of people and programs", () => {
  test(
    "are in no log, metric, history or record of others, and in the database as hashes or sealed",
    proves("people.secrets", "authorization-server.issuer.host"),
    async () => {
      await using database = await startOutsideDatabase();
      await using server = await startServer({
        DATABASE_URL: database.url,
        BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
        BOWLINE_LOG_LEVEL: "trace",
        BOWLINE_METRICS: "true",
      });
      const admin = createKeyCaller(server.adminApiKey, server);
      const issuer = await readIssuer(server.baseUrl);
      const browser = createFormBrowser();
      const [pending, used] = [await invitePerson(admin), await invitePerson(admin)];
      await acceptInvitation(browser, used.invitationUrl);
      browser.stopBefore = /^http:\/\/127\.0\.0\.1:9\/callback/;
      const waiting = await issueCode(server.baseUrl, browser);
      const { clientId, form } = await issueCode(server.baseUrl, browser);
      const { body: first } = await askForToken(server, form);
      const { body: second } = await askForToken(server, refreshForm(clientId, first.refresh_token));
      await succeed(
        createCaller({ authorization: `Bearer ${second.access_token}` }, server).get("/v1/tools"),
      );
      const registered = await registerClient({}, server.baseUrl);
      const withSecret = await fetch(`${server.baseUrl}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: ["https://editor.example/callback"] }),
      });
      const { client_secret: registeredSecret } = (await withSecret.json()) as { client_secret: string };
      const device = await registerClient({ grant_types: [deviceGrant] }, server.baseUrl);
      const deviceClient = await discover(device.clientMetadata().client_id, client.None(), server.baseUrl);
      const started = await client.initiateDeviceAuthorization(deviceClient, {});
      const typed = await browser.open(started.verification_uri);
      const confirm = await browser.press(typed, /^continue$/i, { user_code: started.user_code });
      await browser.press(confirm, /^continue$/i);
      expect(registered).toBeDefined();

      const readLink = (url: string) => url.slice(url.lastIndexOf("/") + 1);
      const cookies = browser.cookies
        .write({ url: new URL(issuer), method: "GET", isCrossSite: false })
        .split("; ")
        .map((cookie) => cookie.slice(cookie.indexOf("=") + 1))
        .filter((value) => value.length > 20);
      expect(cookies.length).toBeGreaterThan(1);
      const secrets: Record<string, string> = {
        password: goodPassword,
        "pending invitation": readLink(pending.invitationUrl),
        "used invitation": readLink(used.invitationUrl),
        "waiting code": waiting.form.code ?? "",
        "used code": form.code ?? "",
        "first access token": first.access_token.split(".")[2] ?? "",
        "access token": second.access_token.split(".")[2] ?? "",
        "first refresh token": first.refresh_token,
        "refresh token": second.refresh_token,
        "client secret": registeredSecret,
        "device code": started.device_code,
        ...Object.fromEntries(cookies.map((value, index) => [`cookie ${index}`, value])),
      };
      expect(Object.values(secrets).every((secret) => secret.length > 20)).toBe(true);

      const lists = ["/v1/members", "/v1/grants", "/v1/clients", "/v1/executions", "/v1/apikeys"];
      const responses = await Promise.all(lists.map(async (path) => (await admin.get(path)).text));
      const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text();
      const dump = await dumpDatabase(database.url);
      const places: [string, string][] = [
        ["log", server.readLog()],
        ["log of the database", database.readLog()],
        ["metrics", metrics],
        ...responses.map((text, index): [string, string] => [lists[index] ?? "", text]),
        ...dump.map(({ table, row }): [string, string] => [table, row]),
      ];
      const found = places.flatMap(([place, text]) =>
        Object.entries(secrets)
          .filter(([, secret]) => spell(secret).some((spelling) => text.includes(spelling)))
          .map(([name]) => `${name} in ${place}`),
      );
      expect(found).toEqual([]);

      await checkForgedHost(server.baseUrl, issuer);
    },
  );
});

const spell = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64"),
];

/** Nothing of a request's Host gets into metadata or into an address that is handed out. */
async function checkForgedHost(baseUrl: string, issuer: string): Promise<void> {
  for (const path of [
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration/mcp",
    "/.well-known/oauth-protected-resource/mcp",
    "/oauth/authorize?client_id=unknown",
    "/v1/tools",
  ]) {
    const { text, headers } = await readAs(baseUrl + path, "evil.example");
    expect(text + JSON.stringify(headers), path).not.toContain("evil.example");
  }
  const metadata = await readAs(`${baseUrl}/.well-known/oauth-authorization-server`, "evil.example");
  expect(JSON.parse(metadata.text).issuer).toBe(issuer);
}

/** `fetch` sets the Host by itself. */
const readAs = (url: string, host: string): Promise<{ text: string; headers: object }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host, "x-forwarded-host": host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ text: Buffer.concat(chunks).toString(), headers: response.headers }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
