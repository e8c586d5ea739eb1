import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as client from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCertificate } from "../../support/make-certificate.ts";
import { describeOwnServer, useOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import { redirectUri, sendConsent, signInPerson, startFlow } from "../support/person-flow.ts";
import { discover, readIssuer } from "../support/token-client.ts";

const ca = makeCertificate("Test authority");
const own = makeCertificate("127.0.0.1", ca);
const folder = mkdtempSync(join(tmpdir(), "bowline-tls-"));
const caFile = join(folder, "ca.pem");
writeFileSync(caFile, ca.certificate);

const asked: string[] = [];
let documents: Record<string, unknown> = {};

/** The web site of a client: it publishes the client's metadata. */
const site = createServer({ cert: own.certificate, key: own.privateKey }, (request, response) => {
  const path = request.url ?? "";
  asked.push(path);
  if (path === "/moved") {
    response.writeHead(302, { location: "/client" }).end();
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(documents[path] ?? {}));
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `https://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const describe = (path: string) => ({
    client_id: `${origin}${path}`,
    client_name: "Editor",
    redirect_uris: ["https://editor.example/callback"],
  });
  documents = {
    "/client": describe("/client"),
    "/native": { ...describe("/native"), redirect_uris: [redirectUri, "https://editor.example/callback"] },
    "/moved": describe("/moved"),
    "/other": describe("/client"),
    "/unseen": { ...describe("/unseen"), client_name: "\u200b" },
    "/loud": { ...describe("/loud"), client_id: `${loud(origin)}/loud`, client_name: "\u200b" },
    "/huge": { ...describe("/huge"), padding: "x".repeat(200_000) },
  };
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
  rmSync(folder, { recursive: true });
});

/** The same address. */
const loud = (address: string) => address.replace("https:", "HTTPS:");

async function authorize(baseUrl: string, clientId: string): Promise<Response> {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: "https://editor.example/callback",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
    state: "x",
  });
  return fetch(`${await readIssuer(baseUrl)}/oauth/authorize?${query}`, { redirect: "manual" });
}

describeOwnServer("a client described by a document", () => {
  const { allowing, refusing } = {
    allowing: useOwnServer({ NODE_EXTRA_CA_CERTS: caFile }),
    refusing: useOwnServer({ NODE_EXTRA_CA_CERTS: caFile, BOWLINE_ALLOWED_PRIVATE_NETWORKS: "" }),
  };

  test("is known by the document's address", proves("authorization-server.client-documents"), async () => {
    const response = await authorize(allowing.server.baseUrl, `${origin}/client`);
    expect(response.status, await response.text()).toBe(303);
    expect(response.headers.get("location")).toMatch(/^\/oauth\/interaction\//);
  });

  test(
    "asks the person again when it is sent to an address on their machine, and only then",
    proves("consent.asked-again", "consent.remembered", "consent.shows.document"),
    async () => {
      const { browser } = await signInPerson("Member", allowing.admin);
      browser.stopBefore = /^https?:\/\/(?:127\.0\.0\.1:9|editor\.example)\/callback/;
      const issuer = await readIssuer(allowing.server.baseUrl);
      const configuration = await discover(`${origin}/native`, client.None(), issuer);
      const open = async (address: string) =>
        browser.open((await startFlow(configuration, { redirect_uri: address })).url.href);
      const consent = await open(redirectUri);
      expect(consent.text).toContain(`Described by ${new URL(origin).host}`);
      await sendConsent(browser, consent);
      expect((await open(redirectUri)).text).toContain("Give Editor access?");
      expect((await open("https://editor.example/callback")).url).toContain("?code=");
    },
  );

  test(
    "is refused when the document is another's, elsewhere, too large or missing",
    proves("authorization-server.client-documents"),
    async () => {
      const addresses = ["/moved", "/other", "/huge", "/missing"].map((path) => origin + path);
      for (const address of addresses) {
        const response = await authorize(allowing.server.baseUrl, address);
        expect(response.status, address).toBe(400);
      }
    },
  );

  test(
    "is held to the rules for clients that register themselves, however its address is written",
    proves("authorization-server.client-documents.rules"),
    async () => {
      for (const address of [`${origin}/unseen`, `${loud(origin)}/loud`]) {
        const response = await authorize(allowing.server.baseUrl, address);
        expect(response.status, address).toBe(400);
        expect(await response.text()).toContain("client_name must have a character that can be seen");
      }
    },
  );

  test(
    "is not looked for at private addresses",
    proves("authorization-server.client-documents.private"),
    async () => {
      asked.length = 0;
      const port = new URL(origin).port;
      const clients = [
        `${origin}/client`,
        `https://localhost:${port}/client`,
        `https://[::ffff:127.0.0.1]:${port}/client`,
        `https://2130706433:${port}/client`,
        "https://169.254.169.254/latest/meta-data/",
        "https://10.0.0.1/client",
      ];
      for (const clientId of clients) {
        const response = await authorize(refusing.server.baseUrl, clientId);
        expect(response.status, clientId).toBe(400);
      }
      expect(asked).toEqual([]);
    },
  );
});
