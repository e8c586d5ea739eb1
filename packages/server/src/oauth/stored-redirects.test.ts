import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { saveClient } from "../db/authorization/registered-clients.ts";

const good = "https://editor.example/callback";
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});
afterAll(() => server.close());

/** Stores a client as an earlier version registered it, and opens the authorization endpoint with it. */
async function open(redirects: string[], parameters: Record<string, string> = {}): Promise<Response> {
  const clientId = `client-${crypto.randomUUID()}`;
  const metadata = {
    client_id: clientId,
    client_name: "Editor",
    application_type: redirects.every((uri) => uri.startsWith("https:")) ? "web" : "native",
    redirect_uris: redirects,
    response_types: ["code"],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  };
  const stored = { clientId, name: "Editor", accountUserId: null, metadata: JSON.stringify(metadata) };
  await saveClient(server.deps.db.kysely, stored);
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    scope: "tools:read",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    ...parameters,
  });
  return server.request(`/oauth/authorize?${query}`, { headers: { accept: "text/html" } });
}

const refused = [
  "ws://e.example/",
  "intent://e.example/",
  "microsoft-edge:https://e.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "https://known.example@e.example/",
];

test.each(refused)("the authorization endpoint sends nobody to %s, and its page says why", async (uri) => {
  const sent: Record<string, string>[] = [{ redirect_uri: uri }, {}, { redirect_uri: uri, scope: "" }];
  for (const parameters of [...sent, { redirect_uri: uri, response_type: "token" }]) {
    const response = await open([uri], parameters);
    const page = await response.text();
    expect([response.status, response.headers.get("location")], page).toEqual([400, null]);
    expect(page).toMatch(/redirect_uris? must (?:use https or|not use|name no user)/);
    expect(page).toContain("an address that this server refuses");
    expect(page).not.toContain(`href="${uri}`);
  }
});

test("the other redirects of the client go on", async () => {
  const redirects = ["ws://e.example/", good];
  const page = await (await open(redirects, { redirect_uri: "ws://e.example/" })).text();
  expect(page).toContain("redirect_uri must use https or a scheme of the application&#39;s own, not ws:");
  for (const parameters of [{ redirect_uri: good }, {}]) {
    const response = await open(redirects, parameters as Record<string, string>);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toContain("/oauth/interaction/");
  }
});
