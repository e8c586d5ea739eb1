import { beforeAll, describe, expect, test } from "vitest";
import { needsChromium } from "../oauth/support/chromium.ts";
import { createFormBrowser, type FormBrowser } from "../oauth/support/form-browser.ts";
import { useChromium } from "../oauth/support/use-chromium.ts";
import { type Actor, hireActor, makeKey, theAdmin } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { type ApiResponse, type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { acceptInvitation, goodPassword, hirePerson, invitePerson, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const openChromium = useChromium();
let count = 0;

/** A member whose agent needs an approval for each call that writes. */
interface Held {
  owner: Actor;
  agent: Caller;
}

async function holdBack(): Promise<Held> {
  const owner = await hireActor();
  const { connectionId, applicationSlug } = await connect(owner, bench.application);
  const connections = [{ connectionId, applicationSlug, toolSlugs: [bench.tool("create_item")] }];
  const body = { name: "Held", connections, settings: { approvals: "writes" } };
  const { toolsetId } = await succeed<Toolset>(owner.post("/v1/toolsets", body));
  const { apiKey } = await makeKey(owner, { name: "Agent", toolsetId });
  return { owner, agent: createKeyCaller(apiKey) };
}

const call = (agent: Caller, title: string): Promise<ApiResponse> =>
  agent.post(`/v1/tools/${bench.tool("create_item")}/execute`, { fields: { title } });

/** Makes a call that waits. */
async function ask(agent: Caller, title: string): Promise<{ approvalId: string; message: string }> {
  const response = await call(agent, title);
  const { isSuccess, errorMessage } = await succeed<ExecuteResponse>(Promise.resolve(response));
  expect(isSuccess).toBe(false);
  return { approvalId: response.headers["x-bowline-approval-id"] ?? "", message: errorMessage ?? "" };
}

const decide = (owner: Caller, approvalId: string, verb: "Approve" | "Deny", reason?: string) =>
  succeed(owner.post(`/v1/approvals/${approvalId}/${verb}`, verb === "Deny" ? { reason } : undefined));

test(
  "a call that was denied says so, with the reason, and asks again",
  proves("approvals.denied-before"),
  async () => {
    const { owner, agent } = await holdBack();
    const first = await ask(agent, "Denied");
    expect(first.message).not.toContain("denied");
    await decide(owner, first.approvalId, "Deny", 'Not "this" customer');
    const second = await ask(agent, "Denied");
    expect(second.approvalId).not.toBe(first.approvalId);
    expect(second.message).toContain("denied the same call");
    expect(second.message).toContain(JSON.stringify('Not "this" customer'));
    expect(second.message).toContain(second.approvalId);
    expect((await ask(agent, "Another")).message).not.toContain("denied");
    await decide(owner, second.approvalId, "Approve");
    expect((await succeed<ExecuteResponse>(call(agent, "Denied"))).isSuccess).toBe(true);
    expect((await ask(agent, "Denied")).message).not.toContain("denied");
  },
);

test("so many calls wait and no more", proves("approvals.limit"), async () => {
  const { owner, agent } = await holdBack();
  const titles = Array.from({ length: 100 }, (_, index) => `Call ${index}`);
  const asked = await Promise.all(titles.map((title) => ask(agent, title)));
  bench.downstream.forget();
  const { message } = await refuse(call(agent, "One more"), "CONFLICT");
  expect(message).toContain("100 calls");
  expect(message).toMatch(/http\S+\/approvals\.$/);
  expect(bench.downstream.requests).toEqual([]);
  expect((await ask(agent, "Call 7")).approvalId).toBe(asked[7]?.approvalId);
  await decide(owner, asked[0]?.approvalId ?? "", "Deny");
  await ask(agent, "One more");
  const other = await holdBack();
  await ask(other.agent, "Elsewhere");
});

describe("the list of waiting approvals", () => {
  let admin: { browser: FormBrowser; email: string };
  /** At the host that the server calls itself, which has the session's cookie. */
  let list: string;

  beforeAll(async () => {
    const { email, invitationUrl } = await invitePerson(theAdmin(), { role: "Admin" });
    const browser = createFormBrowser();
    await acceptInvitation(browser, invitationUrl);
    admin = { browser, email };
    list = new URL("/approvals", invitationUrl).href;
  });

  test(
    "has the calls that a person may decide, and leads to them",
    proves("approvals.list-page"),
    async () => {
      const { owner, agent } = await holdBack();
      const title = `<b>Listed</b>\u202e ${++count}`;
      const { approvalId } = await ask(agent, title);
      const page = await admin.browser.open(list);
      expect(page.status).toBe(200);
      expect(page.html).toContain(`/approvals/${approvalId}"`);
      expect(page.text).toContain(owner.fullName);
      expect(page.text).toContain("<b>Listed</b>");
      expect(page.text).not.toContain("\u202e");
      const one = await admin.browser.open(`${list}/${approvalId}`);
      expect(one.html).toContain('/approvals"');
      await admin.browser.press(one, /^deny$/i, { reason: "No" });
      expect((await admin.browser.open(list)).html).not.toContain(approvalId);
      const next = await ask(agent, title);
      expect((await admin.browser.open(`${list}/${next.approvalId}`)).text).toContain(
        "denied a short time ago: No",
      );
    },
  );

  test("has none of others, and sends a stranger to sign in", proves("approvals.list-page"), async () => {
    const { agent } = await holdBack();
    const { approvalId } = await ask(agent, "Not theirs");
    const browser = createFormBrowser();
    expect((await browser.open(list)).url).toContain("/signin");
    const page = await signInAt(browser, new URL(list).origin, await hirePerson(theAdmin()), "/approvals");
    expect(page.status).toBe(200);
    expect(page.url).toBe(list);
    expect(page.html).not.toContain(approvalId);
    expect(page.text).toContain("No call waits");
  });

  test.skipIf(!needsChromium())(
    "looks whole on a phone and on a wide screen, light and dark",
    proves("approvals.pages.browser"),
    async () => {
      const { agent } = await holdBack();
      const { approvalId } = await ask(agent, `A rather long title ${"without an end ".repeat(20)}`);
      await ask(agent, `x${"y".repeat(300)}`);
      await using chromium = await openChromium({ javaScriptEnabled: false });
      const page = await chromium.context.newPage();
      await page.goto(list);
      await page.getByLabel(/e-mail/i).fill(admin.email);
      await page
        .getByLabel(/password/i)
        .first()
        .fill(goodPassword);
      await page.getByRole("button", { name: /^sign in$/i }).click();
      await page.waitForURL(list);
      const shots = process.env.SCREENSHOT_DIR;
      for (const path of ["", `/${approvalId}`]) {
        await page.goto(list + path);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          for (const width of [375, 1280]) {
            await page.setViewportSize({ width, height: 800 });
            const look = `${path === "" ? "list" : "one"}-${colorScheme}-${width}`;
            const root = "document.documentElement";
            const tooWide = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
            expect(tooWide, look).toBeLessThanOrEqual(0);
            if (shots !== undefined) {
              await page.screenshot({ path: `${shots}/${look}.png`, fullPage: true });
            }
          }
        }
      }
      await page.getByRole("link", { name: /all calls/i }).click();
      // The list has those of other tests, too, which may have been decided meanwhile.
      await page.locator(`a[href$="/approvals/${approvalId}"]`).first().click();
      await page.getByRole("heading", { level: 1, name: "Approve this call?" }).waitFor();
    },
  );
});

describeOwnServer("the log", () => {
  const own = useOwnServer({ BOWLINE_LOG_FORMAT: "json" });

  test("has a line for each request and decision, without the input", proves("approvals.log"), async () => {
    const downstream: Downstream = await startDownstream();
    const application = await importDownstream(downstream, { admin: own.admin });
    const { connectionId, applicationSlug } = await connect(own.admin, application);
    const toolSlugs = [application.tool("create_item")];
    const connections = [{ connectionId, applicationSlug, toolSlugs }];
    const body = { name: "Held", connections, settings: { approvals: "all" } };
    const { toolsetId } = await succeed<Toolset>(own.admin.post("/v1/toolsets", body));
    const ids: string[] = [];
    for (const title of ["plain-input-one", "plain-input-two"]) {
      const path = `/v1/tools/${toolSlugs[0]}/execute`;
      const response = await own.admin.post(path, { fields: { title } }, { query: { toolsetId } });
      ids.push(response.headers["x-bowline-approval-id"] ?? "");
    }
    await decide(own.admin, ids[0] ?? "", "Approve");
    await decide(own.admin, ids[1] ?? "", "Deny", "plain-reason");
    await expect.poll(() => own.server.readLog()).toContain("approval denied");
    const lines = own.server
      .readLog()
      .split("\n")
      .filter((line) => line.includes('"approval '))
      .map((line) => JSON.parse(line));
    const summary = lines.map(({ msg, message, approvalId, tool }) => [msg ?? message, approvalId, tool]);
    expect(summary).toEqual([
      ["approval requested", ids[0], toolSlugs[0]],
      ["approval requested", ids[1], toolSlugs[0]],
      ["approval granted", ids[0], toolSlugs[0]],
      ["approval denied", ids[1], toolSlugs[0]],
    ]);
    expect(lines[2]).toMatchObject({ accountUserId: expect.any(Number) });
    expect(own.server.readLog()).not.toMatch(/plain-input|plain-reason/);
    await downstream.stop();
  });
});
