import { beforeAll, beforeEach, expect, test } from "vitest";
import { createFormBrowser, type FormBrowser } from "../oauth/support/form-browser.ts";
import { makeKey, theAdmin } from "../support/actors.ts";
import { connect } from "../support/applications.ts";
import { type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { acceptInvitation, goodPassword, hirePerson, invitePerson, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import type { Approval, ExecuteResponse, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
let agent: Caller;
/** Signed in as an Admin of the company. */
let browser: FormBrowser;
let adminEmail: string;

beforeAll(async () => {
  const { connectionId, applicationSlug } = await connect(bench.caller, bench.application);
  const connections = [{ connectionId, applicationSlug, toolSlugs: [bench.tool("create_item")] }];
  const body = { name: "Held", connections, settings: { approvals: "all" } };
  const { toolsetId } = await succeed<Toolset>(bench.caller.post("/v1/toolsets", body));
  const { apiKey } = await makeKey(bench.caller, { name: "Agent", toolsetId });
  agent = createKeyCaller(apiKey);
  const { email, invitationUrl } = await invitePerson(theAdmin(), { role: "Admin" });
  adminEmail = email;
  browser = createFormBrowser();
  await acceptInvitation(browser, invitationUrl);
});
beforeEach(() => bench.downstream.forget());

const call = (title: string) =>
  agent.post(`/v1/tools/${bench.tool("create_item")}/execute`, { fields: { title } });

/** Makes a call that waits, and returns the address in its message. */
async function ask(title: string): Promise<string> {
  const { errorMessage } = await succeed<ExecuteResponse>(call(title));
  const address = /https?:\S+\/approvals\/[0-9a-f-]{36}/.exec(errorMessage ?? "")?.[0];
  expect(address).toBeDefined();
  return address ?? "";
}

const read = (address: string) =>
  succeed<Approval>(bench.caller.get(`/v1/approvals/${address.split("/").at(-1)}`));

test("a person signs in, sees the call and approves it", proves("approvals.page"), async () => {
  const address = await ask('<b>One</b> "two"\u202e');
  const fresh = createFormBrowser();
  const signIn = await fresh.open(address);
  expect(signIn.url).toContain("/signin");
  const who = { email: adminEmail, password: goodPassword };
  const page = await signInAt(fresh, deployment().baseUrl, who, new URL(address).pathname);
  expect(new URL(page.url).pathname).toBe(new URL(address).pathname);
  expect(page.text).toContain(bench.caller.fullName);
  expect(page.text).toContain(bench.tool("create_item"));
  expect(page.text).toContain("<b>One</b>");
  expect(page.text).not.toContain("\u202e");
  const done = await fresh.press(page, /^approve$/i);
  expect(done.status).toBe(200);
  expect((await read(address)).status).toBe("approved");
  expect((await succeed<ExecuteResponse>(call('<b>One</b> "two"\u202e'))).isSuccess).toBe(true);
  expect((await fresh.open(page.url)).text).toContain("done");
});

test(
  "a message in characters that are not drawn is shown as escapes",
  proves("approvals.page.hidden"),
  async () => {
    const message = Array.from(Buffer.from("secret"), (byte) => String.fromCodePoint(0xe0100 + byte));
    const address = await ask(`Hello${message.join("")}\u3164 \u2764\ufe0f`);
    const page = await browser.open(address);
    expect(page.text).toContain(String.raw`Hello\udb40\udd73\udb40\udd65`);
    expect(page.text).toContain(String.raw`\udb40\udd74\u3164 ❤️`);
  },
);

test(
  "shows a long input that is nested deep without many spaces",
  proves("approvals.page.size"),
  async () => {
    const schema = { type: "object", properties: { data: {} } };
    const post = { operationId: "nest", requestBody: { content: { "application/json": { schema } } } };
    const document = {
      openapi: "3.0.3",
      info: { title: "Nests", version: "1" },
      servers: [{ url: "https://nests.example" }],
      paths: { "/nests": { post: { ...post, responses: { 200: { description: "Nested" } } } } },
    };
    await succeed(theAdmin().post("/v1/applications", { source: "openapi", slug: "nests", document }));
    const { toolsetId } = await succeed<Toolset>(
      bench.caller.post("/v1/toolsets", { name: "Nests", settings: { approvals: "all" } }),
    );
    const data = JSON.parse(`${"[".repeat(50)}${"1,".repeat(5000)}"the last"${"]".repeat(50)}`);
    const { errorMessage } = await succeed<ExecuteResponse>(
      bench.caller.post("/v1/tools/nests_nest/execute", { fields: { data } }, { query: { toolsetId } }),
    );
    const page = await browser.open(
      /https?:\S+\/approvals\/[0-9a-f-]{36}/.exec(errorMessage ?? "")?.[0] ?? "",
    );
    expect(page.text).toContain(JSON.stringify(data));
    expect(page.html.length).toBeLessThan(30_000);
  },
);

test("says that a call whose tool is hidden cannot run", proves("approvals.page.tool"), async () => {
  const address = await ask("Hidden");
  const application = `/v1/applications/${bench.application.slug}`;
  await succeed(theAdmin().patch(application, { isEnabled: false }));
  try {
    const page = await browser.open(address);
    expect(page.text).toContain("This call cannot run: its tool is hidden or no longer there.");
    expect(page.html).not.toContain('value="approve"');
    expect(page.html).toContain('value="deny"');
  } finally {
    await succeed(theAdmin().patch(application, { isEnabled: true }));
  }
});

test("a person denies it with a reason", proves("approvals.page"), async () => {
  const address = await ask("Denied");
  const page = await browser.press(await browser.open(address), /^deny$/i, { reason: "Not now" });
  expect(page.text).toContain("Not now");
  expect(await read(address)).toMatchObject({ status: "denied", reason: "Not now" });
  expect((await succeed<ExecuteResponse>(call("Denied"))).isSuccess).toBe(false);
});

test(
  "a Member who does not own the toolset sees nothing and decides nothing",
  proves("approvals.page.who"),
  async () => {
    const address = await ask("Not theirs");
    const stranger = createFormBrowser();
    const page = await signInAt(
      stranger,
      deployment().baseUrl,
      await hirePerson(theAdmin()),
      new URL(address).pathname,
    );
    expect(page.status).toBe(404);
    expect(page.text).not.toContain("Not theirs");
    expect((await read(address)).status).toBe("waiting");
  },
);

test("a person for whom no call waits is led on", proves("approvals.page.empty"), async () => {
  const page = await signInAt(
    createFormBrowser(),
    deployment().baseUrl,
    await hirePerson(theAdmin()),
    "/approvals",
  );
  expect(page.text).toContain("No call waits for you");
  expect(page.html).toMatch(/href="[^"]*\/(?:console\/|account)"/);
});

test.each(["abc", "00000000-0000-0000-0000-000000000000", "%zz"])(
  "says that there is no approval %s",
  proves("approvals.page.unknown"),
  async (id) => {
    const page = await browser.open((await ask("Known")).replace(/[^/]+$/, id));
    expect(page.status).toBe(404);
    expect(page.text).toContain("There is no such approval");
    expect(page.html).toContain('href="/approvals"');
  },
);

test("a form of another site is refused", proves("approvals.page.form"), async () => {
  const address = await ask("Forged");
  const cookie = browser.cookies.write({ url: new URL(address), method: "POST", isCrossSite: false });
  for (const headers of [{ origin: "https://elsewhere.example" }, { origin: "null" }, {}]) {
    const response = await fetch(address, {
      method: "POST",
      redirect: "manual",
      headers: { ...headers, cookie, "content-type": "application/x-www-form-urlencoded" },
      body: "decision=approve",
    });
    expect(response.status).toBe(403);
  }
  expect((await read(address)).status).toBe("waiting");
});

test(
  "a person whose session has ended comes back to the call after signing in",
  proves("approvals.page.ended"),
  async () => {
    const { email, accountUserId, invitationUrl } = await invitePerson(theAdmin(), { role: "Admin" });
    const away = createFormBrowser();
    await acceptInvitation(away, invitationUrl);
    const address = await ask("While away");
    const page = await away.open(address);
    await succeed(theAdmin().delete(`/v1/members/${accountUserId}/sessions`));
    const signIn = await away.press(page, /^approve$/i);
    expect((await read(address)).status).toBe("waiting");
    const again = await away.press(signIn, /^sign in$/i, { email, password: goodPassword });
    expect(new URL(again.url).pathname).toBe(new URL(address).pathname);
    expect(again.text).toContain("While away");
  },
);
