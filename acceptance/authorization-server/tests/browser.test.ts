import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { needsChromium, startChromium } from "../../oauth/support/chromium.ts";
import { theAdmin } from "../../support/actors.ts";
import { goodPassword, hirePerson } from "../../support/people.ts";
import { proves } from "../../support/proves.ts";
import { redeem, registerClient, startFlow } from "../support/person-flow.ts";

/** The client's page that the browser comes back to. */
const site = createServer((_request, response) => response.end("Back at the client"));
let callback: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  callback = `http://127.0.0.1:${(site.address() as AddressInfo).port}/callback`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

test.skipIf(!needsChromium())(
  "a real browser signs in, allows, and gets away to the client; the second time without a question",
  proves("consent.browser"),
  async () => {
    const person = await hirePerson(theAdmin());
    const configuration = await registerClient({ redirect_uris: [callback] });
    await using browser = await startChromium({ javaScriptEnabled: false });
    const page = await browser.context.newPage();

    // The browser has to keep all of the request in cookies.
    const state = "x".repeat(3000);
    const first = { ...(await startFlow(configuration, { redirect_uri: callback, state })), state };
    await page.goto(first.url.href);
    await page.getByLabel("E-mail address").fill(person.email);
    await page.getByLabel("Password").fill(goodPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel(/only read/i).check();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(/\/callback\?/);
    expect(await page.locator("body").innerText()).toBe("Back at the client");
    expect(await redeem(first, new URL(page.url()))).toMatchObject({ token_type: "bearer" });

    const second = await startFlow(configuration, { redirect_uri: callback });
    await page.goto(second.url.href);
    await page.waitForURL(/\/callback\?/);
    expect(await redeem(second, new URL(page.url()))).toMatchObject({ token_type: "bearer" });
  },
);
