import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { createKeyCaller, succeed } from "../support/caller.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { goodPassword, invitePerson, isSignedIn, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import { createDatabase } from "../support/shared-database.ts";
import { startServer } from "../support/start-server.ts";

describeOwnServer("Two servers on one database", () => {
  test("share sessions, and end them at once", proves("people.session.several-servers"), async () => {
    await using database = await createDatabase("migrated");
    const settings = {
      DATABASE_URL: database.url,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
      BOWLINE_WORKERS: "2",
    };
    await using one = await startServer(settings);
    await using two = await startServer({ ...settings, BOWLINE_WORKERS: "1" });
    const admin = createKeyCaller(one.adminApiKey, one);
    const { invitationUrl, email, accountUserId } = await invitePerson(admin);
    const browser = createFormBrowser();
    const accepting = await browser.open(two.baseUrl + new URL(invitationUrl).pathname);
    await browser.press(accepting, /accept/i, { password: goodPassword });
    // Cookies have no port: both servers are one host to a browser.
    expect(await isSignedIn(browser, one.baseUrl)).toBe(true);
    expect(await isSignedIn(browser, two.baseUrl)).toBe(true);

    const asking = await browser.open(`${one.baseUrl}/signout`);
    await browser.press(asking, /sign out/i);
    expect(await isSignedIn(browser, two.baseUrl)).toBe(false);

    await signInAt(browser, two.baseUrl, { email, password: goodPassword });
    expect(await isSignedIn(browser, one.baseUrl)).toBe(true);
    await succeed(admin.delete(`/v1/members/${accountUserId}`));
    expect(await isSignedIn(browser, two.baseUrl)).toBe(false);
  });
});
