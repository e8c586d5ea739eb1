import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { nobody, theAdmin } from "../support/actors.ts";
import { type ApiResponse, type Caller, refuse, succeed } from "../support/caller.ts";
import { openCompany } from "../support/companies.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { fillPath, readPublishedOperations } from "../support/published-contract.ts";

const whoami = "/v1/auth/whoami";

async function callRepeatedly(times: number, call: () => Promise<ApiResponse>): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: times }, call));
}

function expectLimited(response: ApiResponse, retryAfter: "1" | "3600"): void {
  expect(response.status, response.text).toBe(429);
  expect(response.body).toMatchObject({ errorCode: "RATE_LIMIT_EXCEEDED" });
  expect(response.headers["retry-after"]).toBe(retryAfter);
}

/** Waits until the current burst window has ended. */
const waitForWindow = () => delay(1100);

/** Makes calls within one burst window. Repeats them when a busy machine takes longer. */
async function runWithinOneWindow<Outcome>(calls: () => Promise<Outcome>): Promise<Outcome> {
  for (;;) {
    await waitForWindow();
    const begin = performance.now();
    const outcome = await calls();
    if (performance.now() - begin < 900) {
      return outcome;
    }
  }
}

test("every response has the budget headers", proves("limits.headers", "limits.remaining"), async () => {
  const response = await theAdmin().get(whoami);
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
    Number(response.headers[`ratelimit-${name}`]),
  );
  expect(limit).toBeGreaterThan(0);
  expect(remaining).toBeGreaterThanOrEqual(0);
  expect(remaining).toBeLessThan(limit ?? 0);
  expect(reset).toBeGreaterThanOrEqual(0);
  expect(reset).toBeLessThanOrEqual(3600);
});

describeOwnServer("a burst budget", () => {
  const own = useOwnServer({ BOWLINE_RATE_BURST: "8", BOWLINE_RATE_HOURLY: "100000" });

  test(
    "returns 429 with Retry-After 1 and recovers",
    proves(
      "limits.burst",
      "limits.burst.recovers",
      "limits.headers.tighter",
      "errors.status.429",
      "limits.per-process",
    ),
    async () => {
      const responses = await runWithinOneWindow(() => callRepeatedly(12, () => own.admin.get(whoami)));
      const refused = responses.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(4);
      for (const response of refused) {
        expectLimited(response, "1");
        expect(response.text).toContain("The company's budget of calls is used up.");
      }
      for (const response of responses) {
        expect(response.headers["ratelimit-limit"]).toBe("8");
      }
      const remaining = responses.map(({ headers }) => Number(headers["ratelimit-remaining"]));
      expect(remaining.toSorted((left, right) => right - left)).toEqual([7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0]);
      await waitForWindow();
      await succeed(own.admin.get(whoami));
    },
  );

  test("is shared by the members of a company, and by no others", proves("limits.per-account"), async () => {
    await waitForWindow();
    const member = await own.hire();
    const { caller: stranger } = await openCompany(own.server, "Another company");
    const [refused, served] = await runWithinOneWindow(async () => {
      await callRepeatedly(8, () => own.admin.get(whoami));
      return Promise.all([member.get(whoami), stranger.get(whoami)]);
    });
    expectLimited(refused, "1");
    expect(served.status).toBe(200);
    expect(served.headers["ratelimit-remaining"]).toBe("7");
  });

  test(
    "is charged before the route and after the credential",
    proves("http.order.budget-before-route", "limits.after-credential"),
    async () => {
      await callRepeatedly(30, () => nobody(own.server).get(whoami));
      const refused = await runWithinOneWindow(async () => {
        await callRepeatedly(8, () => own.admin.get("/v1/nothing"));
        return own.admin.get("/v1/nothing");
      });
      expectLimited(refused, "1");
      await refuse(nobody(own.server).get("/v1/nothing"), "UNAUTHORIZED");
    },
  );
});

describeOwnServer("an hourly budget", () => {
  const own = useOwnServer({ BOWLINE_RATE_BURST: "1000000", BOWLINE_RATE_HOURLY: "6" });

  test(
    "returns 429 with Retry-After 3600 for every operation",
    proves(
      "limits.hourly",
      "limits.headers.tighter",
      "limits.window",
      "http.order.budget-before-route",
      "errors.status.429",
    ),
    async () => {
      const first = await own.admin.get(whoami);
      expect(Number(first.headers["ratelimit-reset"])).toBeGreaterThan(3500);
      const responses = [first, ...(await callRepeatedly(5, () => own.admin.get(whoami)))];
      for (const { headers, status } of responses) {
        expect([status, headers["ratelimit-limit"]]).toEqual([200, "6"]);
        expect(Number(headers["ratelimit-reset"])).toBeGreaterThan(3500);
      }
      for (const { method, path } of await readPublishedOperations(own.server.baseUrl)) {
        expectLimited(await own.admin.send(method, fillPath(path)), "3600");
      }
      await waitForWindow();
      expectLimited(await own.admin.get("/v1/nothing"), "3600");
    },
  );
});

describeOwnServer("the search budgets", () => {
  const own = useOwnServer({ BOWLINE_RATE_SEARCH_BURST: "3", BOWLINE_RATE_SEARCH_HOURLY: "60" });
  const search = (caller: Caller, path = "/v1/tools") => caller.get(path, { search: "anything" });

  test(
    "are charged only by lists with a search",
    proves(
      "limits.search.burst",
      "limits.search.separate",
      "limits.search.both-lists",
      "limits.search.blank",
    ),
    async () => {
      await waitForWindow();
      await callRepeatedly(10, () => own.admin.get("/v1/tools", { search: "  " }));
      await callRepeatedly(10, () => own.admin.get("/v1/applications", { search: "" }));
      await callRepeatedly(10, () => own.admin.get("/v1/connections", { search: "x" }));
      for (const { status } of await callRepeatedly(5, () =>
        own.admin.get("/v1/providers", { search: "x" }),
      )) {
        expect(status).toBe(200);
      }
      const lists = ["/v1/tools", "/v1/applications", "/v1/tools", "/v1/applications", "/v1/tools"];
      // At once, so that they are within one window on a busy machine, too: each attempt uses up three of the hourly budget.
      const searches = await runWithinOneWindow(() =>
        Promise.all(lists.map((path) => search(own.admin, path))),
      );
      const refused = searches.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(2);
      for (const response of refused) {
        expectLimited(response, "1");
      }
      for (const { headers } of searches) {
        expect(headers["ratelimit-limit"]).toBe("3");
      }
      await succeed(own.admin.get(whoami));
      await succeed(own.admin.get("/v1/tools"));
    },
  );

  test("return Retry-After 3600 when the hourly one is used up", proves("limits.search.hourly"), async () => {
    let response = await search(own.admin);
    // Ended by the test's own limit, whatever the speed.
    while (response.headers["retry-after"] !== "3600") {
      await delay(response.status === 429 ? 100 : 0);
      response = await search(own.admin);
    }
    expectLimited(response, "3600");
    await succeed(own.admin.get("/v1/tools"));
  });
});

describeOwnServer("budgets of 0", () => {
  const own = useOwnServer({
    BOWLINE_RATE_BURST: "0",
    BOWLINE_RATE_HOURLY: "0",
    BOWLINE_RATE_SEARCH_BURST: "0",
    BOWLINE_RATE_SEARCH_HOURLY: "0",
  });

  test("do not limit calls", proves("limits.off"), async () => {
    const responses = await callRepeatedly(120, () => own.admin.get("/v1/tools", { search: "x" }));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
