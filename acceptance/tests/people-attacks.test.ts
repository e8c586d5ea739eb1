import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { hirePerson, invitePerson, isSignedIn, type Person, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";

interface Sent {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a request with exactly these headers; `fetch` sets some by itself. */
function send(
  baseUrl: string,
  path: string,
  {
    method = "POST",
    headers = {},
    body = "",
  }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent = request(baseUrl + path, {
      method,
      headers: { "content-length": Buffer.byteLength(body), ...headers },
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.end(body);
  });
}

const readMessage = (html: string): string => /role="alert">([^<]*)</.exec(html)?.[1] ?? "";

describeOwnServer("Wrong tries", () => {
  const own = useOwnServer({ BOWLINE_TRUSTED_PROXIES: "127.0.0.0/8" });

  const attempt = async (email: string, password: string, from: string) => {
    const body = new URLSearchParams({ email, password }).toString();
    const sent = await send(own.server.baseUrl, "/signin", { headers: { "x-forwarded-for": from }, body });
    return { status: sent.status, message: readMessage(sent.text), retryAfter: sent.headers["retry-after"] };
  };

  test("read the same for a wrong password and an unknown address", proves("people.wrong"), async () => {
    const person = await hirePerson(own.admin);
    const wrong = await attempt(person.email, "not the password at all", "198.51.100.1");
    const unknown = await attempt("nobody@example.com", "not the password at all", "198.51.100.1");
    const { email } = await invitePerson(own.admin);
    const invited = await attempt(email, "not the password at all", "198.51.100.1");
    const nul = await attempt("a\0b@example.com", "\0", "198.51.100.1");
    expect(wrong).toEqual({
      status: 400,
      message: "The e-mail address or the password is wrong.",
      retryAfter: undefined,
    });
    expect([unknown, invited, nul]).toEqual([wrong, wrong, wrong]);
  });

  test(
    "for an address end with 429, from wherever they come",
    proves("people.throttled.person"),
    async () => {
      const person = await hirePerson(own.admin);
      const statuses: number[] = [];
      for (let count = 0; count < 20 && !statuses.includes(429); count++) {
        statuses.push((await attempt(person.email, "wrong", `198.51.101.${count}`)).status);
      }
      expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(5);
      const right = await attempt(person.email.toUpperCase(), person.password, "198.51.102.1");
      expect(right.status).toBe(429);
      expect(right.message).toContain("too many tries");
      expect(Number(right.retryAfter)).toBeGreaterThan(0);
    },
  );

  test("for an unknown address end with 429 as soon", proves("people.throttled.unknown"), async () => {
    const person = await hirePerson(own.admin);
    const countUntil429 = async (email: string, net: string) => {
      for (let count = 0; count < 25; count++) {
        if ((await attempt(email, "wrong", `${net}.${count}`)).status === 429) {
          return count;
        }
      }
      return null;
    };
    expect(await countUntil429("stranger@example.com", "198.51.103")).toBe(
      await countUntil429(person.email, "198.51.104"),
    );
  });

  test(
    "from a network address end with 429 for every account",
    proves("people.throttled.network", "people.throttled.proxy"),
    async () => {
      const person = await hirePerson(own.admin);
      const statuses: number[] = [];
      for (let count = 0; count < 25 && !statuses.includes(429); count++) {
        statuses.push((await attempt(`nobody${count}@example.com`, "wrong", "203.0.113.7")).status);
      }
      expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(5);
      expect(statuses.indexOf(429)).toBeLessThanOrEqual(20);
      expect((await attempt(person.email, person.password, "203.0.113.7")).status).toBe(429);
      // What a client wrote into the header itself stands before the proxy's entry.
      expect((await attempt(person.email, person.password, "203.0.113.99, 203.0.113.7")).status).toBe(429);
      expect((await attempt(person.email, person.password, "203.0.113.8")).status).toBe(303);
    },
  );

  test(
    "of strangers do not shut a person out of the browser they signed in with before",
    proves("people.throttled.known-browser"),
    async () => {
      const person = await hirePerson(own.admin);
      const browser = createFormBrowser();
      await signInAt(browser, own.server.baseUrl, person);
      await browser.press(await browser.open(`${own.server.baseUrl}/signout`), /sign out/i);
      for (let count = 0; count < 20; count++) {
        await attempt(person.email, "wrong", `198.51.105.${count}`);
      }
      expect((await attempt(person.email, person.password, "198.51.106.1")).status).toBe(429);
      await signInAt(browser, own.server.baseUrl, person);
      expect(await isSignedIn(browser, own.server.baseUrl)).toBe(true);
    },
  );

  test(
    "in a known browser end with 429, too, and the browser is known for its own person only",
    proves("people.throttled.known-browser"),
    async () => {
      const person = await hirePerson(own.admin);
      const other = await hirePerson(own.admin);
      const browser = createFormBrowser();
      await signInAt(browser, own.server.baseUrl, person);
      await browser.press(await browser.open(`${own.server.baseUrl}/signout`), /sign out/i);
      const tryIn = async (tried: Person, password: string) =>
        (await signInAt(browser, own.server.baseUrl, { email: tried.email, password })).status;
      for (let count = 0; count < 20; count++) {
        await attempt(other.email, "wrong", `198.51.107.${count}`);
      }
      expect(await tryIn(other, other.password)).toBe(429);
      const statuses: number[] = [];
      for (let count = 0; count < 20 && !statuses.includes(429); count++) {
        statuses.push(await tryIn(person, "wrong"));
      }
      expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(5);
      expect(await tryIn(person, person.password)).toBe(429);
    },
  );

  test("at the same time are all counted", proves("people.throttled.at-once"), async () => {
    const person = await hirePerson(own.admin);
    const tries = Array.from({ length: 40 }, (_, index) =>
      attempt(person.email, `wrong ${index}`, `203.0.114.${index}`),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(20);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20);
    expect(statuses.every((status) => status === 400 || status === 429)).toBe(true);
  });
});

describeOwnServer("A form", () => {
  const own = useOwnServer();

  const openSession = async (): Promise<{ person: Person; cookie: string }> => {
    const person = await hirePerson(own.admin);
    const browser = createFormBrowser();
    await signInAt(browser, own.server.baseUrl, person);
    const url = new URL(own.server.baseUrl);
    return { person, cookie: browser.cookies.write({ url, method: "GET", isCrossSite: false }) };
  };
  const isOpen = async (cookie: string) =>
    (await send(own.server.baseUrl, "/account", { method: "GET", headers: { cookie } })).status === 200;

  describe("of another site", () => {
    test.each([
      ["with its own origin", { origin: "https://evil.example" }],
      ["of another port", { origin: "http://127.0.0.1:1" }],
      ["with the origin null and no token", { origin: "null" }],
      ["that says it is cross-site", { "sec-fetch-site": "cross-site" }],
      ["of a sibling", { "sec-fetch-site": "same-site", origin: "null" }],
      ["without any origin or token", {}],
    ])("%s does nothing", proves("people.forms"), async (_name, headers) => {
      const { cookie, person } = await openSession();
      const post = (path: string, fields: Record<string, string>) =>
        send(own.server.baseUrl, path, {
          headers: { cookie, ...headers },
          body: new URLSearchParams(fields).toString(),
        });
      const password = "words of an attacker's choice";
      for (const response of [
        await post("/signout", {}),
        await post("/signout", { formToken: "A".repeat(43) }),
        await post("/account/password", { currentPassword: person.password, password }),
        await post("/account/key", {}),
        await post("/account/sessions", {}),
        await post("/signin", { email: person.email, password: person.password }),
      ]) {
        expect(response.status).toBe(403);
        expect(response.headers["set-cookie"]).toBeUndefined();
        expect(response.text).not.toMatch(/bwl_/);
      }
      const { invitationUrl } = await invitePerson(own.admin);
      expect((await post(new URL(invitationUrl).pathname, { password })).status).toBe(403);
      expect((await post(new URL(invitationUrl).pathname, { join: "yes" })).status).toBe(403);
      expect(await isOpen(cookie)).toBe(true);
    });

    test("with another browser's token does nothing", proves("people.forms"), async () => {
      const [one, other] = [await openSession(), await openSession()];
      const page = await send(own.server.baseUrl, "/signout", {
        method: "GET",
        headers: { cookie: other.cookie },
      });
      const [, formToken = ""] = /name="formToken" value="([^"]+)"/.exec(page.text) ?? [];
      const body = new URLSearchParams({ formToken }).toString();
      const refused = await send(own.server.baseUrl, "/signout", {
        headers: { cookie: one.cookie, origin: "null" },
        body,
      });
      expect(refused.status).toBe(403);
      expect(await isOpen(one.cookie)).toBe(true);
      const allowed = await send(own.server.baseUrl, "/signout", {
        headers: { cookie: other.cookie, origin: "null" },
        body,
      });
      expect(allowed.status).toBe(200);
      expect(await isOpen(other.cookie)).toBe(false);
    });
  });

  test("of a page without a referrer works", proves("people.forms.no-referrer"), async () => {
    const person = await hirePerson(own.admin);
    const browser = createFormBrowser();
    const page = await browser.open(`${own.server.baseUrl}/signin`);
    // The form browser then sends the origin `null`, as browsers do.
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    await browser.press(page, /^sign in$/i, { email: person.email, password: person.password });
    expect(await isSignedIn(browser, own.server.baseUrl)).toBe(true);
  });

  test("that is too large does nothing", proves("people.large-form"), async () => {
    const { person } = await openSession();
    const fields = new URLSearchParams({
      email: person.email,
      password: person.password,
      more: "x".repeat(100_000),
    });
    const large = await send(own.server.baseUrl, "/signin", { body: fields.toString() });
    expect(large.status).toBe(400);
    expect(String(large.headers["set-cookie"])).not.toContain("bowline-session");
  });

  test("and its page want the server's own name", proves("people.host"), async () => {
    const { port } = new URL(own.server.baseUrl);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "localhost:8443"]) {
      const page = await send(own.server.baseUrl, "/signin", { method: "GET", headers: { host } });
      expect(page.status).toBe(200);
    }
    for (const host of ["evil.example", `evil.example:${port}`, `localhost.evil.example:${port}`]) {
      for (const path of [
        "/signin",
        "/signout",
        "/account",
        "/account/password",
        "/signin/company",
        "/invitations/x",
      ]) {
        const page = await send(own.server.baseUrl, path, { method: "GET", headers: { host } });
        expect(page.status).toBe(400);
        expect(page.text).toContain("Wrong address");
        expect(page.text).toContain("must pass on the header <code>Host</code>");
      }
      const person = { email: "a@b.example", password: "x" };
      const body = new URLSearchParams(person).toString();
      const headers = { host, origin: `http://${host}` };
      expect((await send(own.server.baseUrl, "/signin", { headers, body })).status).toBe(400);
    }
  });
});

describeOwnServer("Behind an https address", () => {
  const own = useOwnServer({ BOWLINE_BASE_URL: "https://bowline.example" });

  test("the cookie is Secure and for exactly this host", proves("people.sign-in.secure-cookie"), async () => {
    const { invitationUrl } = await invitePerson(own.admin);
    expect(invitationUrl).toMatch(/^https:\/\/bowline\.example\//);
    const headers = { host: "bowline.example", origin: "https://bowline.example" };
    const body = new URLSearchParams({ password: "four words of a person" }).toString();
    const accepted = await send(own.server.baseUrl, new URL(invitationUrl).pathname, { headers, body });
    expect(accepted.status).toBe(200);
    const cookie = String(accepted.headers["set-cookie"]);
    expect(cookie).toMatch(/^__Host-bowline-session=[\w-]{43};/);
    for (const attribute of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"]) {
      expect(cookie).toContain(attribute);
    }
    const [pair = ""] = cookie.split(";");
    const read = async (value: string) =>
      (
        await send(own.server.baseUrl, "/account", {
          method: "GET",
          headers: { host: "bowline.example", cookie: value },
        })
      ).status;
    expect(await read(pair)).toBe(200);
    expect(await read(pair.replace("__Host-", ""))).toBe(303);
  });
});
