import { expect, test } from "vitest";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { uniqueName } from "../support/actors.ts";
import { importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { createCompany, createKeyOnPage, enterCompany, runCompanyCommand } from "../support/companies.ts";
import { startDownstream } from "../support/downstream.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { acceptInvitation, goodPassword, invitePerson, isSignedIn, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import type { ListOf, Member } from "../support/records.ts";

describeOwnServer("A company", () => {
  const own = useOwnServer();

  const run = (...args: string[]) => runCompanyCommand(own.server, ...args);
  const create = (name: string, email: string) => createCompany(own.server, name, email);
  const askForLink = async (email: string): Promise<string> => {
    const { exitCode, output } = await run("link", email);
    expect(exitCode).toBe(0);
    return /^http\S+\/invitations\/[\w-]{43}$/m.exec(output)?.[0] ?? "";
  };
  const enter = (invitationUrl: string) => enterCompany(own.server, invitationUrl);

  test(
    "is created while the server runs, and shares nothing",
    proves("companies.create", "companies.apart", "import.company", "identity.whoami.company"),
    async () => {
      const downstream = await startDownstream();
      const { slug } = await importDownstream(downstream, { admin: own.admin });
      await downstream.stop();
      const email = `${uniqueName("grace")}@example.com`;
      const { caller: admin } = await enter(await create("Grace & <b>Co</b>", email));
      expect(await succeed(admin.get("/v1/auth/whoami"))).toMatchObject({
        email,
        currentCompany: "Grace & <b>Co</b>",
        role: "Admin",
      });
      const { items } = await succeed<ListOf<Member>>(admin.get("/v1/members"));
      expect(items.map((member) => member.email)).toEqual([email]);
      expect((await admin.get(`/v1/applications/${slug}`)).status).toBe(404);
      const own1 = await succeed<ListOf<Member>>(own.admin.get("/v1/members", { top: 1000 }));
      expect(own1.items.map((member) => member.email)).not.toContain(email);
    },
  );

  test(
    "lets a person in again who lost the password, by a link of the operator",
    proves("companies.link", "companies.link-unknown"),
    async () => {
      const { baseUrl } = own.server;
      const email = `${uniqueName("lost")}@example.com`;
      const { browser: before } = await enter(await create("Lost & found", email));
      const [early, link] = [await askForLink(email), await askForLink(email.toUpperCase())];
      expect((await createFormBrowser().open(early)).status).toBe(404);
      expect(await isSignedIn(before, baseUrl)).toBe(true);

      const browser = createFormBrowser();
      const password = "other words that nobody took";
      expect((await browser.open(link)).text).toContain("Choose a new password");
      await acceptInvitation(browser, link, password);
      expect((await browser.open(`${baseUrl}/account`)).text).toContain("Company Lost & found");
      expect(await isSignedIn(before, baseUrl)).toBe(false);
      expect((await createFormBrowser().open(link)).status).toBe(404);
      for (const [typed, isIn] of [
        [goodPassword, false],
        [password, true],
      ] as const) {
        const fresh = createFormBrowser();
        await signInAt(fresh, baseUrl, { email, password: typed });
        expect(await isSignedIn(fresh, baseUrl)).toBe(isIn);
      }

      const unknown = await run("link", "nobody@example.com");
      expect(unknown).toMatchObject({ exitCode: 1, output: expect.stringContaining("Nobody signs in with") });
    },
  );

  test("is not created by a wrong command", proves("companies.usage"), async () => {
    for (const args of [
      [],
      ["creat", "X", "--email", "a@example.com"],
      ["create", "--email", "a@example.com"],
      ["create", "X"],
      ["create", "X", "--mail", "a@example.com"],
      ["link"],
      ["link", "a@example.com", "--email", "a@example.com"],
    ]) {
      const { exitCode, output } = await run(...args);
      expect(exitCode).toBe(2);
      expect(output).toContain("Usage:");
    }
    const wrong = await run("create", " ", "--email", "nowhere");
    expect(wrong.exitCode).toBe(2);
    expect(wrong.output).toContain("The name is missing.");
    expect(wrong.output).toContain("The e-mail address is not valid.");
    const escaping = await run("create", "\u001b[2J", "--email", "admin@example.com");
    expect(escaping.exitCode).toBe(2);
    expect(escaping.output).toContain("The name must be one line of text without control characters.");
  });

  test(
    "is chosen by a person who is in several, with one password",
    proves("people.several-companies", "identity.several-companies", "people.foreign-company"),
    async () => {
      const email = `${uniqueName("ada")}@example.com`;
      const { invitationUrl, accountUserId } = await invitePerson(own.admin, { email });
      const browser = createFormBrowser();
      await acceptInvitation(browser, invitationUrl.replace(/http:..localhost:\d+/, own.server.baseUrl));

      const link = `/v1/members/${accountUserId}/invitation`;
      const early = await succeed<{ invitationUrl: string }>(own.admin.post(link));
      const second = await create("Second company", email);
      const page = await browser.open(second);
      expect(page.text).toContain("You are signed in as");
      await browser.press(page, /join second company/i);
      expect((await browser.open(`${own.server.baseUrl}/account`)).text).toContain("Company Second company");
      expect((await browser.open(second)).status).toBe(404);

      // Neither company can replace the password that is good for both.
      await refuse(own.admin.post(link), "CONFLICT");
      expect((await createFormBrowser().open(early.invitationUrl)).status).toBe(404);

      const fresh = createFormBrowser();
      const choice = await signInAt(
        fresh,
        own.server.baseUrl,
        { email, password: goodPassword },
        "/account/password",
      );
      expect(choice.url).toContain("/signin/company");
      expect(choice.text).toContain("My company");
      // Nothing is open before the choice, and only one's own companies are.
      expect((await fresh.open(`${own.server.baseUrl}/account`)).url).toContain("/signin/company");
      const refused = await fresh.press(choice, /second company/i, {});
      expect(new URL(refused.url).pathname).toBe("/account/password");
      expect((await fresh.open(`${own.server.baseUrl}/account`)).text).toContain("Company Second company");
      const stranger = await invitePerson(own.admin);
      const again = await fresh.open(`${own.server.baseUrl}/signin/company`);
      const [form] = again.forms;
      const token = form?.values.find(([name]) => name === "formToken")?.[1] ?? "";
      for (const foreign of [String(stranger.accountUserId), "1", "0", "-1", "999999999999", "x' or 1=1"]) {
        await fresh.send(again, { formToken: token, accountUserId: foreign });
        expect((await fresh.open(`${own.server.baseUrl}/account`)).text).toContain("Company Second company");
      }

      await succeed(own.admin.delete(`/v1/members/${accountUserId}`));
      expect(await isSignedIn(fresh, own.server.baseUrl)).toBe(true);
      const last = createFormBrowser();
      const only = await signInAt(last, own.server.baseUrl, { email, password: goodPassword });
      expect(only.text).toContain("Company Second company");
      const left = await last.open(`${own.server.baseUrl}/signin/company`);
      expect(left.text).toContain("You are in one company only.");
    },
  );

  test("is not acted for by a page of another one", proves("people.company-left"), async () => {
    const { baseUrl } = own.server;
    const email = `${uniqueName("mary")}@example.com`;
    const { invitationUrl } = await invitePerson(own.admin, { email });
    const browser = createFormBrowser();
    await acceptInvitation(browser, invitationUrl.replace(/http:..localhost:\d+/, baseUrl));
    const former = await browser.open(`${baseUrl}/account`);
    const url = new URL(`${baseUrl}/session/token`);
    const cookie = browser.cookies.write({ url, method: "POST", isCrossSite: false });
    const response = await fetch(url, {
      method: "POST",
      headers: { cookie, "sec-fetch-site": "same-origin" },
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    const whoami = () =>
      fetch(`${baseUrl}/v1/auth/whoami`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await whoami()).json()).toMatchObject({ currentCompany: "My company", role: "Member" });

    await browser.press(await browser.open(await create("Fifth company", email)), /join fifth company/i);
    expect((await whoami()).status).toBe(401);
    expect((await browser.press(former, /create an api key/i)).status).toBe(403);
    await browser.press(await browser.open(`${baseUrl}/signin/company`), /my company/i);
    expect((await browser.press(former, /create an api key/i)).html).toMatch(/bwl_\w{38}/);
  });

  test(
    "is not joined a second time by a person who is in it, when another member has the same address",
    proves("people.same-address"),
    async () => {
      const email = `${uniqueName("twin")}@example.com`;
      const browser = createFormBrowser();
      const first = await invitePerson(own.admin, { email });
      const second = await invitePerson(own.admin, { email: email.toUpperCase(), role: "Admin" });
      const at = (url: string) => url.replace(/http:..localhost:\d+/, own.server.baseUrl);
      await acceptInvitation(browser, at(first.invitationUrl));
      const page = await browser.open(at(second.invitationUrl));
      expect(page.text).not.toContain("You are signed in as");
      const token = page.forms[0]?.values.find(([name]) => name === "formToken")?.[1] ?? "";
      expect((await browser.send(page, { formToken: token, join: "yes" })).status).toBe(404);
      await acceptInvitation(browser, at(second.invitationUrl));
      expect((await browser.open(`${own.server.baseUrl}/account`)).text).toContain("Role Admin");

      const sent = { email, password: goodPassword };
      const choice = await signInAt(createFormBrowser(), own.server.baseUrl, sent);
      expect(choice.text).toMatch(/as Robin Example, Member.*as Robin Example, Admin/s);
    },
  );

  test(
    "is not joined by a person with another address, and their password stays apart",
    proves("people.foreign-company"),
    async () => {
      const browser = createFormBrowser();
      const first = await invitePerson(own.admin);
      await acceptInvitation(
        browser,
        first.invitationUrl.replace(/http:..localhost:\d+/, own.server.baseUrl),
      );
      const email = `${uniqueName("other")}@example.com`;
      const page = await browser.open(await create("Third company", email));
      expect(page.text).not.toContain("You are signed in as");
      const token = page.forms[0]?.values.find(([name]) => name === "formToken")?.[1] ?? "";
      const refused = await browser.send(page, { formToken: token, join: "yes" });
      expect(refused.status).toBe(404);
      expect((await browser.open(`${own.server.baseUrl}/account`)).text).toContain("Company My company");
    },
  );

  test(
    "keeps its last Admin, who deletes their profile with a key of another company",
    proves("identity.deleted-profile.last-admin"),
    async () => {
      const email = `${uniqueName("mary")}@example.com`;
      const { invitationUrl } = await invitePerson(own.admin, { email });
      const browser = createFormBrowser();
      await acceptInvitation(browser, invitationUrl.replace(/http:..localhost:\d+/, own.server.baseUrl));
      const first = await createKeyOnPage(browser, own.server);
      await browser.press(await browser.open(await create("Fourth company", email)), /join fourth company/i);
      const second = await createKeyOnPage(browser, own.server);

      await refuse(first.delete("/v1/auth/profile"), "CONFLICT");
      expect(await succeed(second.get("/v1/auth/whoami"))).toMatchObject({ email, role: "Admin" });
      await invitePerson(second, { role: "Admin" });
      await succeed(first.delete("/v1/auth/profile"));
    },
  );
});
