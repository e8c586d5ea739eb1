import { expect, test } from "vitest";
import { hireActor, theAdmin } from "../support/actors.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ListOf } from "../support/records.ts";

test("the status is for Admins, and says how the server is", proves("status.members"), async () => {
  const admin = theAdmin();
  const status = await succeed<Record<string, unknown>>(admin.get("/v1/status"));
  expect(status).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    baseUrl: expect.stringMatching(/^http:/),
    database: { version: expect.stringMatching(/^\d+/), latencyMs: expect.any(Number) },
    jobs: { waiting: expect.any(Number), active: expect.any(Number), failed: expect.any(Number) },
    history: { keeps: "full" },
    search: "lexical",
  });
  expect(Date.parse(String(status.startedDate))).toBeLessThan(Date.now());
  const { totalCount } = await succeed<ListOf<unknown>>(admin.get("/v1/applications", { top: 1 }));
  const catalog = status.catalog as { applications: number };
  expect(Math.abs(catalog.applications - totalCount)).toBeLessThan(50);
  await refuse((await hireActor()).get("/v1/status"), "FORBIDDEN");
});

test("the status says how much of the hour's budgets is used", proves("status.use"), async () => {
  const admin = theAdmin();
  const read = async () =>
    (await succeed<{ limitUse: { hourly: number; searchHourly: number } }>(admin.get("/v1/status"))).limitUse;
  const before = await read();
  await succeed(admin.get("/v1/tools", { search: "anything", top: 1 }));
  const after = await read();
  expect(after.hourly - before.hourly).toBeGreaterThanOrEqual(2);
  expect(after.searchHourly - before.searchHourly).toBeGreaterThanOrEqual(1);
});
