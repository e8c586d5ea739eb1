import { decodeJwt } from "jose";
import * as client from "openid-client";
import { beforeAll, describe, expect, test } from "vitest";
import { createFormBrowser } from "../../oauth/support/form-browser.ts";
import { theAdmin } from "../../support/actors.ts";
import { refuse, succeed } from "../../support/caller.ts";
import { deployment } from "../../support/deployment.ts";
import { proves } from "../../support/proves.ts";
import { expectReplayToEnd } from "../support/expect-replay-to-end.ts";
import {
  decide,
  getTokens,
  redeem,
  registerClient,
  type SignedInPerson,
  sendConsent,
  signInPerson,
  startFlow,
} from "../support/person-flow.ts";
import { createTokenCaller, readIssuer } from "../support/token-client.ts";

const whoami = "/v1/auth/whoami";
const { baseUrl } = deployment();
let person: SignedInPerson;
let issuer: string;

beforeAll(async () => {
  person = await signInPerson();
  issuer = await readIssuer();
});

describe("the authorization code flow", () => {
  test(
    "gives a client tokens that act for the person",
    proves("authorization-server.code", "authentication.oauth"),
    async () => {
      const configuration = await registerClient();
      const flow = await startFlow(configuration, { scope: "tools:read history:read" });
      const callback = await decide(person.browser, flow);
      expect(callback.searchParams.get("iss")).toBe(issuer);
      const tokens = await redeem(flow, callback);
      expect(tokens).toMatchObject({
        token_type: "bearer",
        expires_in: 600,
        scope: "tools:read history:read",
      });
      expect(tokens.refresh_token).toBeTypeOf("string");
      expect(decodeJwt(tokens.access_token)).toMatchObject({
        sub: String(person.accountUserId),
        aud: `${issuer}/v1`,
      });
      const caller = createTokenCaller(tokens.access_token);
      expect(await succeed(caller.get(whoami))).toMatchObject({
        userType: "user",
        fullName: "Robin Example",
      });
      await succeed(caller.get("/v1/tools"));
      await refuse(caller.get("/v1/connections"), "FORBIDDEN");
    },
  );

  test("without a scope gives the default scopes", proves("scopes.default"), async () => {
    const { tokens } = await getTokens(person);
    expect(tokens.scope).toBe("tools:read tools:execute connections:read");
  });

  test("with unknown scopes alone gives the default scopes", proves("scopes.default"), async () => {
    const { tokens } = await getTokens(person, { scope: "mcp:tools everything" });
    expect(tokens.scope).toBe("tools:read tools:execute connections:read");
  });

  test(
    "gives a client by default what it named when it registered, and more when it asks",
    proves("scopes.default"),
    async () => {
      const configuration = await registerClient({ scope: "tools:read offline_access" });
      const get = async (parameters: Record<string, string>) => {
        const flow = await startFlow(configuration, parameters);
        return (await redeem(flow, await decide(person.browser, flow))).scope;
      };
      expect(await get({})).toBe("tools:read");
      const wider = "tools:read connections:write";
      expect(await get({ scope: wider })).toBe(wider);
    },
  );

  test("gives admin to Admins only", proves("scopes.admin"), async () => {
    const asked = { scope: "tools:read admin" };
    expect((await getTokens(person, asked)).tokens.scope).toBe("tools:read");
    const boss = await signInPerson("Admin");
    const { tokens, caller, configuration } = await getTokens(boss, asked);
    expect(tokens.scope).toBe("tools:read admin");
    await succeed(caller.get("/v1/members"));

    // A member could make himself a key with the scope, which is a stronger credential than the client's.
    await succeed(theAdmin().patch(`/v1/members/${boss.accountUserId}`, { role: "Member" }));
    expect((await caller.get("/v1/grants")).status).toBe(403);
    await refuse(caller.post("/v1/apikeys", { name: "Key" }), "FORBIDDEN");
    await succeed(caller.get("/v1/tools"));
    expect(await client.tokenIntrospection(configuration, tokens.access_token)).toMatchObject({
      active: true,
      scope: "tools:read",
    });
    const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
    expect(refreshed.scope).toBe("tools:read");
    expect(await client.tokenIntrospection(configuration, refreshed.refresh_token ?? "")).toMatchObject({
      scope: "tools:read",
    });
    const again = await startFlow(configuration, asked);
    expect((await redeem(again, await decide(boss.browser, again))).scope).toBe("tools:read");
  });

  test("needs PKCE with S256", proves("authorization-server.pkce"), async () => {
    const configuration = await registerClient();
    const plain = await startFlow(configuration, { code_challenge_method: "plain" });
    expect((await decide(person.browser, plain)).searchParams.get("error")).toBe("invalid_request");
    const without = await startFlow(configuration);
    without.url.searchParams.delete("code_challenge");
    without.url.searchParams.delete("code_challenge_method");
    expect((await decide(person.browser, without)).searchParams.get("error")).toBe("invalid_request");
    const flow = await startFlow(configuration);
    const callback = await decide(person.browser, flow);
    const other = { ...flow, verifier: client.randomPKCECodeVerifier() };
    await expect(redeem(other, callback)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test(
    "comes to its end with long parameters, and is refused with longer ones",
    proves("authorization-server.length"),
    async () => {
      const configuration = await registerClient();
      const long = { ...(await startFlow(configuration)), state: "x".repeat(3000) };
      long.url.searchParams.set("state", long.state);
      const tokens = await redeem(long, await decide(person.browser, long));
      expect(tokens.access_token).toBeTypeOf("string");

      const longer = await startFlow(configuration, { state: "x".repeat(5000) });
      const { searchParams } = await decide(person.browser, longer);
      expect(searchParams.get("error")).toBe("invalid_request");
      expect(searchParams.get("error_description")).toContain(
        "its parameters may have at most 4096 bytes together",
      );

      const device = await registerClient({ grant_types: ["urn:ietf:params:oauth:grant-type:device_code"] });
      await expect(
        client.initiateDeviceAuthorization(device, { login_hint: "x".repeat(5000) }),
      ).rejects.toMatchObject({ error: "invalid_request" });
    },
  );

  test(
    "tells a browser that comes back to no request so",
    proves("authorization-server.resumption"),
    async () => {
      const { url } = await startFlow(await registerClient(), {});
      const clientId = url.searchParams.get("client_id");
      for (const query of ["", `?client_id=${clientId}`, url.search]) {
        const page = await person.browser.open(`${issuer}/oauth/authorize/abc${query}`);
        expect(page.status, query).toBe(400);
        expect(page.text).toContain("authorization request has expired");
      }
    },
  );

  test(
    "sends nobody to an address that is not registered",
    proves("authorization-server.redirects"),
    async () => {
      const configuration = await registerClient({ redirect_uris: ["https://editor.example/callback"] });
      const addresses = [
        "https://evil.example/callback",
        "https://editor.example/callback/../other",
        "https://editor.example/callback?x=1",
        "https://editor.example.evil.example/callback",
        "https://editor.example@evil.example/callback",
        "https://editor.example/callback#x",
        "//editor.example/callback",
      ];
      for (const redirect of addresses) {
        const flow = await startFlow(configuration, { redirect_uri: redirect });
        const page = await person.browser.open(flow.url.href);
        expect(page.status, redirect).toBe(400);
        expect(page.url, redirect).toMatch(/\/oauth\/authorize/);
        expect(page.text).toContain("invalid_redirect_uri");
      }
      const { url } = await startFlow(configuration, {});
      url.searchParams.set("client_id", "registered-before-a-reset");
      const page = await person.browser.open(url.href);
      expect(page.status).toBe(400);
      expect(page.text).toContain("Remove Bowline in the program, and add it there again. (invalid_client");
    },
  );

  test(
    "redeems a code once, of five at the same time",
    proves("authorization-server.code.once"),
    async () => {
      const configuration = await registerClient();
      const flow = await startFlow(configuration);
      const callback = await decide(person.browser, flow);
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => redeem(flow, callback)));
      const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
      expect(won).toHaveLength(1);
      for (const outcome of outcomes) {
        expect(outcome.status === "fulfilled" || outcome.reason.error === "invalid_grant").toBe(true);
      }
      const [first] = won;
      const caller = createTokenCaller(first?.value.access_token ?? "");
      await expectReplayToEnd(
        () => expect(redeem(flow, callback)).rejects.toMatchObject({ error: "invalid_grant" }),
        async () => (await caller.get(whoami)).status,
      );
    },
  );
});

test(
  "a code that is redeemed for another resource is refused, and stays good",
  proves("authorization-server.audience"),
  async () => {
    const flow = await startFlow(await registerClient());
    const callback = await decide(person.browser, flow);
    await expect(redeem(flow, callback, { resource: `${issuer}/mcp` })).rejects.toMatchObject({
      error: "invalid_target",
    });
    const tokens = await redeem(flow, callback, { resource: `${issuer}/v1` });
    await succeed(createTokenCaller(tokens.access_token).get(whoami));
  },
);

describe("a refresh token", () => {
  test(
    "is replaced at each use, and ends the grant when it is used again",
    proves("authorization-server.refresh"),
    async () => {
      const { configuration, tokens } = await getTokens(person);
      const first = tokens.refresh_token ?? "";
      const second = await client.refreshTokenGrant(configuration, first);
      expect(second.refresh_token).not.toBe(first);
      const caller = createTokenCaller(second.access_token);
      await succeed(caller.get(whoami));
      const refuseUse = (token: string) =>
        expect(client.refreshTokenGrant(configuration, token)).rejects.toMatchObject({
          error: "invalid_grant",
        });
      await expectReplayToEnd(
        () => refuseUse(first),
        async () => (await caller.get(whoami)).status,
      );
      await refuseUse(second.refresh_token ?? "");
    },
  );

  test("used five times at once is redeemed once", proves("authorization-server.refresh"), async () => {
    const { configuration, tokens } = await getTokens(person);
    const attempts = Array.from({ length: 5 }, () =>
      client.refreshTokenGrant(configuration, tokens.refresh_token ?? ""),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test(
    "cannot be used by another client or for another resource, and stays good",
    proves("authorization-server.audience"),
    async () => {
      const { configuration, tokens } = await getTokens(person);
      const stranger = await registerClient();
      const token = tokens.refresh_token ?? "";
      await expect(client.refreshTokenGrant(stranger, token)).rejects.toMatchObject({
        error: "invalid_grant",
      });
      await expect(
        client.refreshTokenGrant(configuration, token, { resource: `${issuer}/mcp` }),
      ).rejects.toMatchObject({ error: "invalid_target" });
      await expect(
        client.refreshTokenGrant(configuration, token, { scope: "tools:read history:read" }),
      ).rejects.toMatchObject({ error: "invalid_scope" });
      expect((await client.refreshTokenGrant(configuration, token)).access_token).toBeTypeOf("string");
    },
  );
});

describe("revocation", () => {
  test("of either token ends the grant", proves("authorization-server.revocation"), async () => {
    for (const kind of ["access_token", "refresh_token"] as const) {
      const { configuration, tokens, caller } = await getTokens(person);
      expect(await client.tokenIntrospection(configuration, tokens.access_token)).toMatchObject({
        active: true,
        sub: String(person.accountUserId),
      });
      await client.tokenRevocation(configuration, tokens[kind] ?? "");
      expect((await caller.get(whoami)).status).toBe(401);
      await expect(client.refreshTokenGrant(configuration, tokens.refresh_token ?? "")).rejects.toMatchObject(
        { error: "invalid_grant" },
      );
      expect(await client.tokenIntrospection(configuration, tokens.access_token)).toEqual({ active: false });
    }
  });
});

describe("the consent page", () => {
  test(
    "names the client, the target, the scopes in words and the company",
    proves("consent.shows"),
    async () => {
      const flow = await startFlow(await registerClient(), { scope: "tools:execute history:read" });
      const page = await person.browser.open(flow.url.href);
      for (const text of ["Editor", "127.0.0.1:9", "Execute tools", "See the history", "Robin Example"]) {
        expect(page.text).toContain(text);
      }
      expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1:9;");
      expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    },
  );

  test("lets a browser go back to an IPv6 address", proves("consent.shows.ipv6"), async () => {
    const configuration = await registerClient({ redirect_uris: ["http://[::1]/callback"] });
    const flow = await startFlow(configuration, { redirect_uri: "http://[::1]:9/callback" });
    const page = await person.browser.open(flow.url.href);
    expect(page.text).toContain("[::1]:9");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http:;");
  });

  test("can be refused", proves("consent.refuse"), async () => {
    const flow = await startFlow(await registerClient());
    const callback = await decide(person.browser, flow, { decision: "refuse" });
    expect(callback.searchParams.get("error")).toBe("access_denied");
    expect(callback.searchParams.get("state")).toBe(flow.state);
  });

  test(
    "is shown once for a person and a client, unless the client asks for more",
    proves("consent.remembered"),
    async () => {
      const configuration = await registerClient();
      const first = await startFlow(configuration, { scope: "tools:read" });
      await decide(person.browser, first);
      const again = await startFlow(configuration, { scope: "tools:read" });
      const page = await person.browser.open(again.url.href);
      expect(page.status).toBe(0);
      expect((await redeem(again, new URL(page.url))).scope).toBe("tools:read");
      const more = await startFlow(configuration, { scope: "tools:read history:read" });
      expect((await person.browser.open(more.url.href)).text).toContain("See the history");
      const asked = await startFlow(configuration, { scope: "tools:read", prompt: "consent" });
      expect((await person.browser.open(asked.url.href)).status).toBe(200);
      const other = await signInPerson();
      const ofOther = await startFlow(configuration, { scope: "tools:read" });
      expect((await other.browser.open(ofOther.url.href)).status).toBe(200);
    },
  );

  test(
    "is shown again when its person has become an Admin meanwhile",
    proves("consent.role-changed"),
    async () => {
      const { browser, accountUserId } = await signInPerson();
      const flow = await startFlow(await registerClient(), { scope: "tools:read admin" });
      const page = await browser.open(flow.url.href);
      expect(page.text).not.toContain("Manage the company");
      await succeed(theAdmin().patch(`/v1/members/${accountUserId}`, { role: "Admin" }));
      const again = await sendConsent(browser, page);
      expect(again.status).toBe(409);
      expect(again.text).toContain("Your role has changed since this page was opened.");
      expect(again.text).toContain("Manage the company");
      const { url } = await sendConsent(browser, { ...again, status: 200 });
      expect((await redeem(flow, new URL(url))).scope?.split(" ")).toContain("admin");
    },
  );

  test("lets nobody decide what another browser began", proves("consent.bound"), async () => {
    const flow = await startFlow(await registerClient());
    const page = await person.browser.open(flow.url.href);
    const victim = await signInPerson();
    expect((await victim.browser.open(page.url)).status).toBe(400);
    const sent = await sendConsent(victim.browser, page);
    expect(sent.status).toBe(400);
  });

  test("decides a request once, and no other one", proves("authorization-server.browser"), async () => {
    const [first, second] = [
      await startFlow(await registerClient()),
      await startFlow(await registerClient()),
    ];
    const page = await person.browser.open(first.url.href);
    const other = await person.browser.open(second.url.href);
    await sendConsent(person.browser, page);
    expect((await person.browser.open(page.url)).text).toContain("This request is over");
    expect((await sendConsent(person.browser, other)).url).toContain("code=");

    // A browser that has all cookies of one request, and the path of another.
    const [own, foreign] = [createFormBrowser(), createFormBrowser()];
    const began = await own.open((await startFlow(await registerClient())).url.href);
    const uid = (url: string) => /interaction(?:%2F|\/)([\w-]+)/.exec(url)?.[1] ?? "";
    const kept = await foreign.open((await startFlow(await registerClient())).url.href);
    const target = new URL(`${issuer}/oauth/interaction/${uid(kept.url)}`);
    const cookie = foreign.cookies.write({ url: target, method: "GET", isCrossSite: false });
    expect(cookie).toContain("_interaction_request=");
    const open = (id: string) =>
      fetch(`${issuer}/oauth/interaction/${id}`, { headers: { cookie }, redirect: "manual" });
    expect((await open(uid(kept.url))).status).toBe(303);
    expect((await open(uid(began.url))).status).toBe(400);
  });

  test("takes no form of another site", proves("consent.bound"), async () => {
    const flow = await startFlow(await registerClient());
    const page = await person.browser.open(flow.url.href);
    const forged = await person.browser.send(page, { decision: "allow", formToken: "x" });
    expect(forged.status).toBe(403);
  });

  test("asks a person to sign in first", proves("consent.sign-in"), async () => {
    const flow = await startFlow(await registerClient());
    const page = await createFormBrowser().open(flow.url.href);
    expect(page.url).toContain("/signin?returnTo=");
  });
});

test("a person who is not signed in gets no code with prompt none", proves("consent.sign-in"), async () => {
  const flow = await startFlow(await registerClient(), { prompt: "none" });
  const browser = createFormBrowser();
  browser.stopBefore = /:9\/callback/;
  const page = await browser.open(flow.url.href);
  expect(new URL(page.url).searchParams.get("error")).toBe("login_required");
  expect(baseUrl).not.toBe("");
});
