import { describe, expect, test } from "vitest";
import { hireActor } from "../support/actors.ts";
import { connect, findMethod, importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Connection, ListOf, RefreshStatus } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

describe("…/Default", () => {
  test(
    "sets and clears the default",
    proves(
      "connections.default.response",
      "connections.default.set",
      "connections.default.clear",
      "connections.default.clear-sentence",
    ),
    async () => {
      const caller = await hireActor();
      const { connectionId, isDefault } = await connect(caller, bench.application);
      expect(isDefault).toBe(false);
      const path = `/v1/connections/${connectionId}`;
      expect(await succeed(caller.put(`${path}/Default`))).toEqual({
        applicationSlug: bench.application.slug,
        connectionId,
        isDefault: true,
      });
      expect((await succeed<Connection>(caller.get(path))).isDefault).toBe(true);
      const run = `/v1/tools/${bench.tool("list_items")}/execute`;
      await succeed(caller.post(run, {}));
      const cleared = await succeed<string>(caller.delete(`${path}/Default`));
      expect(cleared).toMatch(/ .*\.$/);
      expect((await succeed<Connection>(caller.get(path))).isDefault).toBe(false);
      await refuse(caller.post(run, {}), "NO_DEFAULT_CONNECTION");
      expect(await succeed<string>(caller.delete(`${path}/Default`))).not.toBe(cleared);
    },
  );

  test("cleared when it is not set is 200", proves("connections.default.clear-unset"), async () => {
    const caller = await hireActor();
    const { connectionId } = await connect(caller, bench.application);
    expect(await succeed(caller.delete(`/v1/connections/${connectionId}/Default`))).toBeTypeOf("string");
  });

  test("set twice stays set", proves("connections.default.set"), async () => {
    const caller = await hireActor();
    const { connectionId } = await connect(caller, bench.application);
    await succeed(caller.put(`/v1/connections/${connectionId}/Default`));
    expect(await succeed(caller.put(`/v1/connections/${connectionId}/Default`))).toMatchObject({
      isDefault: true,
    });
  });

  test(
    "replaces the caller's other default of the application",
    proves("connections.default.replaces"),
    async () => {
      const caller = await hireActor();
      const first = await connect(caller, bench.application, { isDefault: true });
      const second = await connect(caller, bench.application);
      await succeed(caller.put(`/v1/connections/${second.connectionId}/Default`));
      const { items } = await succeed<ListOf<Connection>>(caller.get("/v1/connections"));
      expect(items.map(({ connectionId, isDefault }) => [connectionId, isDefault])).toEqual([
        [first.connectionId, false],
        [second.connectionId, true],
      ]);
    },
  );

  test(
    "set by many calls at the same time is one connection",
    proves("connections.default.replaces"),
    async () => {
      const caller = await hireActor();
      const made = [];
      for (let count = 0; count < 4; count++) {
        made.push(await connect(caller, bench.application));
      }
      const calls = [...made, ...made].map(({ connectionId }) =>
        caller.put(`/v1/connections/${connectionId}/Default`),
      );
      for (const { status } of await Promise.all(calls)) {
        expect(status).toBe(200);
      }
      const { items } = await succeed<ListOf<Connection>>(caller.get("/v1/connections"));
      expect(items.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    },
  );

  test(
    "set by many creations at the same time is one connection",
    proves("connections.default.on-create"),
    async () => {
      const caller = await hireActor();
      const made = Array.from({ length: 4 }, () => connect(caller, bench.application, { isDefault: true }));
      expect(await Promise.all(made)).toHaveLength(4);
      const { items } = await succeed<ListOf<Connection>>(caller.get("/v1/connections"));
      expect(items.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    },
  );

  test(
    "changes neither another application's nor another caller's default",
    proves("connections.default.per-application", "connections.default.per-caller"),
    async () => {
      const [caller, neighbor] = [await hireActor(), await hireActor()];
      const elsewhere = await connect(caller, await importDownstream(bench.downstream), { isDefault: true });
      const theirs = await connect(neighbor, bench.application, { isDefault: true });
      const { connectionId } = await connect(caller, bench.application);
      await succeed(caller.put(`/v1/connections/${connectionId}/Default`));
      const kept = await succeed<Connection>(caller.get(`/v1/connections/${elsewhere.connectionId}`));
      expect(kept.isDefault).toBe(true);
      const untouched = await succeed<Connection>(neighbor.get(`/v1/connections/${theirs.connectionId}`));
      expect(untouched.isDefault).toBe(true);
    },
  );
});

describe("a refresh of objects", () => {
  const read = (connectionId: number) =>
    succeed<RefreshStatus>(bench.caller.get(`/v1/connections/${connectionId}/RefreshStatus`));

  test(
    "never started has status 0 and nulls",
    proves("connections.refresh.status", "connections.refresh.never", "connections.refresh.member"),
    async () => {
      const { connectionId } = await connect(bench.caller, bench.application);
      const status = await read(connectionId);
      expect(status).toEqual({
        status: 0,
        statusDescription: expect.stringMatching(/\w/),
        error: null,
        errorDate: null,
        lastRefreshDate: null,
      });
    },
  );

  test(
    "runs when started and finishes with status 0 and a date",
    proves("connections.refresh.start", "connections.refresh.finishes", "connections.refresh.member"),
    async () => {
      const { connectionId } = await connect(bench.caller, bench.application);
      const response = await succeed(bench.caller.post(`/v1/connections/${connectionId}/RefreshObjects`));
      expect(response).toBeTypeOf("string");
      await expect
        .poll(async () => (await read(connectionId)).lastRefreshDate, { interval: 200 })
        .toMatch(/^\d{4}-.*Z$/);
      expect(await read(connectionId)).toMatchObject({ status: 0, error: null });
    },
  );

  test("started twice is 200 twice", proves("connections.refresh.twice"), async () => {
    const { connectionId } = await connect(bench.caller, bench.application);
    const start = () => succeed(bench.caller.post(`/v1/connections/${connectionId}/RefreshObjects`));
    expect(await Promise.all([start(), start(), start()])).toHaveLength(3);
    expect([0, 1]).toContain((await read(connectionId)).status);
  });

  test("returns its objects in the list envelope", proves("connections.objects"), async () => {
    const { connectionId } = await connect(bench.caller, bench.application);
    const list = await succeed<ListOf<unknown>>(bench.caller.get(`/v1/connections/${connectionId}/Objects`));
    expect(list).toMatchObject({ items: [], totalCount: 0, offset: 0, top: 100 });
  });
});

describe("POST /v1/connections/GetSignInUrl", () => {
  const post = (body: Record<string, unknown>) => bench.caller.post("/v1/connections/GetSignInUrl", body);

  test(
    "names an application that is missing or unknown",
    proves("sign-in.application-required", "sign-in.unknown-application"),
    async () => {
      await refuse(post({}), "VALIDATION_ERROR", ["applicationSlug"]);
      await refuse(post({ applicationSlug: "no-such-application" }), "VALIDATION_ERROR", ["applicationSlug"]);
    },
  );

  test("refuses a method that is not OAuth", proves("sign-in.not-oauth"), async () => {
    const { slug, record } = bench.application;
    const { authenticationId } = findMethod(record, "bearer");
    await refuse(post({ applicationSlug: slug, authenticationId }), "VALIDATION_ERROR", ["authenticationId"]);
    await refuse(post({ applicationSlug: slug }), "VALIDATION_ERROR", ["authenticationId"]);
  });

  test(
    "without an OAuth client is 409, after the checks of the request",
    proves(
      "sign-in.no-client",
      "sign-in.one-method",
      "sign-in.unknown-environment",
      "connections.create.unusable",
    ),
    async () => {
      const one = await importDownstream(bench.downstream, { schemes: ["signIn", "bearerAuth"] });
      const { message } = await refuse(post({ applicationSlug: one.slug }), "CONFLICT");
      expect(message).toMatch(/client/i);
      const { authenticationId } = findMethod(one.record, "oauth2");
      await refuse(post({ applicationSlug: one.slug, authenticationId }), "CONFLICT");
      const elsewhere = { applicationSlug: one.slug, environment: "moon" };
      await refuse(post(elsewhere), "VALIDATION_ERROR", ["environment"]);
      const outside = { applicationSlug: one.slug, fields: { tenant: "../other" } };
      await refuse(post(outside), "VALIDATION_ERROR", ["fields.tenant"]);
      const two = await importDownstream(bench.downstream, { schemes: ["signIn", "signInToo"] });
      await refuse(post({ applicationSlug: two.slug }), "VALIDATION_ERROR", ["authenticationId"]);
    },
  );
});
