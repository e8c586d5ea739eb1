import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { theAdmin } from "../support/actors.ts";
import { deployment } from "../support/deployment.ts";
import { hirePerson, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";

/** Every address that shows a page, whatever the page says. */
const paths = [
  ...["/", "/nothing", "/docs", "/console/", "/signin", "/signin/company", "/signin/provider"],
  ...["/signin/callback?state=unknown", "/signout", "/account", "/account/password", "/invitations/unknown"],
  ...["/approvals", "/approvals/1", "/connect/unknown", "/oauth/callback?state=unknown", "/oauth/callback/1"],
  ...["/oauth/consent/unknown", "/device", "/device?user_code=ABCD-EFGH", "/oauth/device"],
  ...["/oauth/device?user_code=ABCD-EFGH", "/oauth/authorize?client_id=unknown", "/oauth/authorize/unknown"],
];

function expectUnframed(page: { url: string; headers: Headers }): void {
  expect(page.headers.get("content-type"), page.url).toContain("text/html");
  expect(page.headers.get("content-security-policy"), page.url).toContain("frame-ancestors 'none'");
  expect(page.headers.get("x-frame-options"), page.url).toBe("DENY");
}

test("no page is shown in a frame, whoever opens it", proves("headers.frames"), async () => {
  const { baseUrl } = deployment();
  const stranger = createFormBrowser();
  const person = createFormBrowser();
  expectUnframed(await signInAt(person, baseUrl, await hirePerson(theAdmin())));
  for (const browser of [stranger, person]) {
    browser.headers = { accept: "text/html" };
    for (const path of paths) {
      expectUnframed(await browser.open(baseUrl + path));
    }
  }
  const wrong = { email: "nobody@example.com", password: "wrong" };
  expectUnframed(await signInAt(createFormBrowser(), baseUrl, wrong));
});

test("neither is the page for malformed HTTP", proves("headers.frames"), async () => {
  const { hostname, port } = new URL(deployment().baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write("GET /signin HTTP/1.1\r\naccept: text/html\r\nno header\r\n\r\n");
  const response = await text(socket);
  expect(response).toContain("<h1>");
  expect(response).toContain("frame-ancestors 'none'");
  expect(response.toLowerCase()).toContain("x-frame-options: deny");
});
