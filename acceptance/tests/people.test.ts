import { expect, test } from "vitest";
import { createFormBrowser, type FormBrowser } from "../oauth/support/form-browser.ts";
import { hireActor, makeKey, theAdmin } from "../support/actors.ts";
import { createCaller, refuse, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import {
  acceptInvitation,
  goodPassword,
  hirePerson,
  invitePerson,
  isSignedIn,
  type Person,
  signInAt,
} from "../support/people.ts";
import { proves } from "../support/proves.ts";

const baseUrl = () => deployment().baseUrl;

async function openSession(person: Person): Promise<FormBrowser> {
  const browser = createFormBrowser();
  await signInAt(browser, baseUrl(), person);
  expect(await isSignedIn(browser, baseUrl())).toBe(true);
  return browser;
}

const readCookie = (browser: FormBrowser): string =>
  browser.cookies.write({ url: new URL(baseUrl()), method: "GET", isCrossSite: false });

test(
  "a person accepts an invitation, is signed in, signs out and signs in again",
  proves(
    "people.invitation",
    "people.invitation.preview",
    "members.invitation",
    "people.sign-in",
    "people.sign-in.case",
  ),
  async () => {
    const { invitationUrl, email } = await invitePerson(theAdmin());
    const browser = createFormBrowser();
    await browser.open(invitationUrl);
    const page = await acceptInvitation(browser, invitationUrl);
    expect(page.text).toContain("You are signed in");
    const account = await browser.open(new URL("/account", invitationUrl).href);
    expect(account.text).toContain(email);
    expect((await browser.open(invitationUrl)).status).toBe(404);

    const other = createFormBrowser();
    const landed = await signInAt(other, baseUrl(), { email: email.toUpperCase(), password: goodPassword });
    expect(landed.text).toContain(email);
  },
);

test(
  "a short or common password is refused, and the invitation stays",
  proves("people.password.short", "people.password.common"),
  async () => {
    const { invitationUrl, email } = await invitePerson(theAdmin());
    const browser = createFormBrowser();
    for (const [password, words] of [
      ["elevenchars", "at least 12 characters"],
      ["", "at least 12 characters"],
      ["passwordpassword", "too common"],
      ["Password123!", "too common"],
      ["123456789012", "too common"],
      ["aaaaaaaaaaaaaaa", "too common"],
      ["1q2w3e4r5t6y", "too common"],
      [email, "too common"],
    ] as const) {
      const page = await acceptInvitation(browser, invitationUrl, password);
      expect(page.status).toBe(400);
      expect(page.text).toContain(words);
    }
    expect((await acceptInvitation(browser, invitationUrl)).status).toBe(200);
  },
);

test(
  "signing out ends the session, and only by its button",
  proves("people.sign-out", "people.sign-out.posted"),
  async () => {
    const browser = await openSession(await hirePerson(theAdmin()));
    const cookie = readCookie(browser);
    const asking = await browser.open(`${baseUrl()}/signout`);
    expect(await isSignedIn(browser, baseUrl())).toBe(true);
    expect((await browser.press(asking, /sign out/i)).text).toContain("You are signed out");
    expect(await isSignedIn(browser, baseUrl())).toBe(false);
    const replayed = await fetch(`${baseUrl()}/account`, { headers: { cookie }, redirect: "manual" });
    expect(replayed.status).toBe(303);
    expect(replayed.headers.get("location")).toContain("/signin");
  },
);

test("the cookie is for this host and out of reach of scripts", proves("people.sign-in.cookie"), async () => {
  const person = await hirePerson(theAdmin());
  const response = await fetch(`${baseUrl()}/signin`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email: person.email, password: person.password }),
  });
  expect(response.status).toBe(303);
  const [cookie = ""] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^bowline-session=[\w-]{43};/);
  for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/"]) {
    expect(cookie).toContain(attribute);
  }
  expect(cookie).not.toMatch(/domain=/i);
});

test(
  "each sign-in has a new token, and a token that was planted stays worthless",
  proves("people.sign-in.new"),
  async () => {
    const person = await hirePerson(theAdmin());
    const planted = `bowline-session=${"A".repeat(43)}`;
    const send = async (cookie: string) => {
      const response = await fetch(`${baseUrl()}/signin`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin: baseUrl() },
        body: new URLSearchParams({ email: person.email, password: person.password }),
      });
      expect(response.status).toBe(303);
      return (response.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
    };
    const first = await send(planted);
    const second = await send(first);
    expect(new Set([planted, first, second]).size).toBe(3);
    const read = async (cookie: string) =>
      (await fetch(`${baseUrl()}/account`, { headers: { cookie }, redirect: "manual" })).status;
    expect(await read(planted)).toBe(303);
    expect(await read(first)).toBe(303);
    expect(await read(second)).toBe(200);
  },
);

test("a person lands on the page that was asked for", proves("people.sign-in.return"), async () => {
  const person = await hirePerson(theAdmin());
  const browser = createFormBrowser();
  const asked = await browser.open(`${baseUrl()}/account/password`);
  expect(asked.url).toContain("/signin");
  const landed = await browser.press(asked, /^sign in$/i, { email: person.email, password: person.password });
  expect(new URL(landed.url).pathname).toBe("/account/password");
  expect(new URL((await browser.open(asked.url)).url).pathname).toBe("/account/password");
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/%2e%2e//evil.example",
  "javascript:alert(1)",
])("signing in does not lead to %j", proves("people.sign-in.return-local"), async (returnTo) => {
  const person = await hirePerson(theAdmin());
  for (const fields of [{ returnTo }, {}]) {
    const response = await fetch(`${baseUrl()}/signin?${new URLSearchParams({ returnTo })}`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ email: person.email, password: person.password, ...fields }),
    });
    expect(response.headers.get("location")).toBe("/account");
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const again = await fetch(`${baseUrl()}/signin?${new URLSearchParams({ returnTo })}`, {
      redirect: "manual",
      headers: { cookie },
    });
    expect(again.headers.get("location")).toBe("/account");
  }
});

test(
  "a changed password ends the other sessions",
  proves("people.password.change", "people.password.change-wrong"),
  async () => {
    const person = await hirePerson(theAdmin());
    const [one, other] = [await openSession(person), await openSession(person)];
    const next = "another four plain words";
    const change = async (currentPassword: string, password: string) =>
      one.press(await one.open(`${baseUrl()}/account/password`), /change the password/i, {
        currentPassword,
        password,
      });
    expect((await change("a wrong current one", next)).text).toContain("The current password is wrong.");
    expect((await change(person.password, "too short")).status).toBe(400);
    expect(await isSignedIn(other, baseUrl())).toBe(true);

    const { invitationUrl } = await succeed<{ invitationUrl: string }>(
      theAdmin().post(`/v1/members/${person.accountUserId}/invitation`),
    );
    expect((await createFormBrowser().open(invitationUrl)).status).toBe(200);

    expect((await change(person.password, next)).text).toContain("Password changed");
    expect((await createFormBrowser().open(invitationUrl)).status).toBe(404);
    expect(await isSignedIn(one, baseUrl())).toBe(true);
    expect(await isSignedIn(other, baseUrl())).toBe(false);
    expect((await signInAt(createFormBrowser(), baseUrl(), person)).status).toBe(400);
    expect((await signInAt(createFormBrowser(), baseUrl(), { ...person, password: next })).status).toBe(200);
  },
);

test(
  "removing a member ends their sessions at once",
  proves("people.session.removed-member", "identity.removed-member"),
  async () => {
    const person = await hirePerson(theAdmin());
    const browser = await openSession(person);
    await succeed(theAdmin().delete(`/v1/members/${person.accountUserId}`));
    expect(await isSignedIn(browser, baseUrl())).toBe(false);
    expect((await signInAt(createFormBrowser(), baseUrl(), person)).status).toBe(400);
  },
);

test("a session is no credential under /v1", proves("people.no-cookie-on-api"), async () => {
  const browser = await openSession(await hirePerson(theAdmin()));
  const caller = createCaller({ cookie: readCookie(browser), origin: baseUrl() });
  await refuse(caller.get("/v1/auth/whoami"), "UNAUTHORIZED");
  await refuse(caller.get("/v1/connections"), "UNAUTHORIZED");
});

test(
  "the key that a person makes on their page is their own, and deleting the profile ends everything",
  proves("people.session.deleted-profile", "people.new-link.deleted-profile"),
  async () => {
    const person = await hirePerson(theAdmin());
    const browser = await openSession(person);
    const page = await browser.press(await browser.open(`${baseUrl()}/account`), /create an api key/i);
    const [apiKey = ""] = /bwl_\w{38}/.exec(page.html) ?? [];
    const caller = createCaller({ "x-api-key": apiKey });
    expect(await succeed(caller.get("/v1/auth/whoami"))).toMatchObject({ email: person.email });
    await makeKey(caller, { name: "Second" });
    await succeed(caller.delete("/v1/auth/profile"));
    expect(await isSignedIn(browser, baseUrl())).toBe(false);
    await refuse(theAdmin().post(`/v1/members/${person.accountUserId}/invitation`), "CONFLICT");
    expect((await signInAt(createFormBrowser(), baseUrl(), person)).status).toBe(400);
  },
);

test("names in a page are text", proves("people.markup"), async () => {
  const fullName = `<img src=x onerror=alert(1)> "' -- ; drop table session`;
  const { invitationUrl } = await invitePerson(theAdmin(), { fullName });
  const browser = createFormBrowser();
  const invitation = await browser.open(invitationUrl);
  await acceptInvitation(browser, invitationUrl);
  const account = await browser.open(new URL("/account", invitationUrl).href);
  for (const page of [invitation, account]) {
    expect(page.html).not.toContain("<img");
    expect(page.text).toContain(fullName);
  }
  const typed = `"><script>alert(1)</script>`;
  const wrong = await signInAt(createFormBrowser(), baseUrl(), { email: typed, password: "' or 1=1 --" });
  expect(wrong.html).not.toContain("<script");
  expect(wrong.status).toBe(400);
});

test("the pages allow no script, frame or foreign style", proves("people.pages"), async () => {
  for (const path of ["/signin", "/invitations/unknown", "/account", "/signout"]) {
    const { headers } = await createFormBrowser().open(`${baseUrl()}${path}`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  }
});

test("an Admin ends the sessions of a member", proves("people.session.ended-by-admin"), async () => {
  const person = await hirePerson(theAdmin());
  const browser = await openSession(person);
  const path = `/v1/members/${person.accountUserId}/sessions`;
  await refuse((await hireActor()).delete(path), "FORBIDDEN");
  expect(await isSignedIn(browser, baseUrl())).toBe(true);
  await succeed(theAdmin().delete(path));
  expect(await isSignedIn(browser, baseUrl())).toBe(false);
});

test(
  "an Admin makes a new link for a person",
  proves("people.new-link", "people.new-link.bounds"),
  async () => {
    const person = await hirePerson(theAdmin());
    const browser = await openSession(person);
    const path = `/v1/members/${person.accountUserId}/invitation`;
    const service = await hireActor();
    await refuse(service.post(path), "FORBIDDEN");
    await refuse(theAdmin().post(`/v1/members/${service.accountUserId}/invitation`), "CONFLICT");
    const first = await succeed<{ invitationUrl: string }>(theAdmin().post(path));
    const second = await succeed<{ invitationUrl: string }>(theAdmin().post(path));
    expect(await isSignedIn(browser, baseUrl())).toBe(true);
    const other = createFormBrowser();
    expect((await other.open(first.invitationUrl)).status).toBe(404);
    const page = await acceptInvitation(other, second.invitationUrl, "the new words of this person");
    expect(page.status).toBe(200);
    expect(await isSignedIn(browser, baseUrl())).toBe(false);
    expect((await signInAt(createFormBrowser(), baseUrl(), person)).status).toBe(400);
  },
);
