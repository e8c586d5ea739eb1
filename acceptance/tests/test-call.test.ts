import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { type Actor, hireActor, theAdmin } from "../support/actors.ts";
import { connect, execute, type ImportedApplication } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import {
  importPagedDownstream,
  type PagedDownstream,
  startPagedDownstream,
} from "../support/paged-downstream.ts";
import { describePagedDownstream } from "../support/paged-downstream-document.ts";
import { proves } from "../support/proves.ts";
import type { Connection, JsonObject, ListOf, Toolset } from "../support/records.ts";
import { refresh } from "../support/refresh.ts";
import { plantSecret } from "../support/secrets.ts";

let downstream: PagedDownstream;
let application: ImportedApplication;
let caller: Actor;

beforeAll(async () => {
  downstream = await startPagedDownstream();
  application = await importPagedDownstream(downstream);
  caller = await hireActor();
});

beforeEach(() => {
  downstream.refuses = false;
  downstream.asked.length = 0;
});

afterAll(() => downstream?.stop());

const body = (slug = application.slug) => ({
  applicationSlug: slug,
  fields: { token: plantSecret("token") },
});

const noTestCall = "The application names no call to try credentials with.";

describe("POST /v1/connections", () => {
  test(
    "tests the credentials and takes the account's name from the response",
    proves("connections.create.tried", "connections.account-label"),
    async () => {
      const connection = await connect(caller, application);
      expect(connection.accountLabel).toBe("the-octopus");
      expect(downstream.asked).toEqual(["/me"]);
    },
  );

  test(
    "is 400 with the application's own message when it refuses them, and stores nothing",
    proves("connections.create.refused"),
    async () => {
      downstream.refuses = true;
      const path = "/v1/connections";
      const count = async () => (await succeed<ListOf<Connection>>(caller.get(path))).totalCount;
      const before = await count();
      const envelope = await refuse(caller.post(path, body()), "VALIDATION_ERROR", ["fields"]);
      expect(JSON.stringify(envelope.details)).toContain("Bad credentials of yours");
      expect(await count()).toBe(before);
    },
  );

  test("recognizes a refusal with status 200", proves("connections.create.refused"), async () => {
    const test = { operation: "get_me", successPath: "/isRight" };
    const { slug } = await importPagedDownstream(downstream, { "x-bowline-test": test });
    await refuse(caller.post("/v1/connections", body(slug)), "VALIDATION_ERROR", ["fields"]);
    const right = { operation: "get_me", successPath: "/ok" };
    const other = await importPagedDownstream(downstream, { "x-bowline-test": right });
    await succeed(caller.post("/v1/connections", body(other.slug)));
  });

  test("says that there is no call to try them", proves("connections.create.untried"), async () => {
    const { slug } = await importPagedDownstream(downstream, { "x-bowline-test": undefined });
    downstream.refuses = true;
    const created = await caller.post("/v1/connections", body(slug));
    const link = await succeed<{ connectUrl: string }>(
      caller.post("/v1/connections/ConnectLink", { applicationSlug: slug }),
    );
    const browser = createFormBrowser();
    const page = await browser.open(link.connectUrl);
    const entered = { "fields.token": plantSecret("token"), decision: "connect" };
    const done = await browser.send(page, { ...Object.fromEntries(page.forms[0]?.values ?? []), ...entered });
    downstream.refuses = false;
    expect([created.status, created.headers["x-bowline-warning"]]).toEqual([
      200,
      expect.stringContaining(`they could not be tried. ${noTestCall}`),
    ]);
    expect(done.text).toContain("Saved");
    expect(done.text).not.toContain("Connected");
    expect(done.text).toContain(noTestCall);
    expect(done.text).toContain("The first call through the connection will show");
  });

  test(
    "stores them when the application cannot be reached",
    proves("connections.create.unreachable"),
    async () => {
      const servers = [{ url: "http://127.0.0.1:9" }];
      const { slug } = await importPagedDownstream(downstream, { servers });
      const warning =
        "The credentials were stored, but they could not be tried. The application refused the connection.";
      const created = await caller.post("/v1/connections", body(slug));
      expect(created.headers["x-bowline-warning"]).toBe(warning);
      expect(created.body).toMatchObject({ status: "active", accountLabel: null });
      const path = `/v1/connections/${(created.body as Connection).connectionId}`;
      expect(await succeed(caller.post(`${path}/Test`))).toMatchObject({ isSuccess: false });
      const changed = await caller.patch(path, { fields: { token: plantSecret("token") } });
      expect([changed.status, changed.headers["x-bowline-warning"]]).toEqual([200, warning]);
      expect((await caller.patch(path, { name: "Other" })).headers).not.toHaveProperty("x-bowline-warning");
    },
  );
});

test(
  "PATCH tests new credentials and keeps the old ones when they are refused",
  proves("connections.update.tried"),
  async () => {
    const { connectionId, secrets } = await connect(caller, application);
    const path = `/v1/connections/${connectionId}`;
    const change = { fields: { token: plantSecret("token") } };
    downstream.refuses = true;
    await refuse(caller.patch(path, { ...change, name: "Changed" }), "VALIDATION_ERROR", ["fields"]);
    expect((await succeed<Connection>(caller.patch(path, { name: "Renamed" }))).name).toBe("Renamed");
    downstream.refuses = false;
    const outcome = await execute(caller, application.tool("get_me"), {}, { connectionId });
    expect(outcome.isSuccess).toBe(true);
    expect(Object.keys(secrets)).toEqual(["token"]);
    downstream.asked.length = 0;
    await succeed(caller.patch(path, change));
    expect(downstream.asked).toEqual(["/me"]);
  },
);

test(
  "POST …/Test returns whether the application accepts the credentials",
  proves("connections.test.outcome", "connections.account-label"),
  async () => {
    const { connectionId } = await connect(caller, application);
    const path = `/v1/connections/${connectionId}/Test`;
    expect(await succeed(caller.post(path))).toEqual({
      isSuccess: true,
      message: expect.stringMatching(/accepted/),
      accountLabel: "the-octopus",
    });
    downstream.refuses = true;
    expect(await succeed(caller.post(path))).toEqual({
      isSuccess: false,
      message: expect.stringContaining("Bad credentials of yours"),
      accountLabel: "the-octopus",
    });
  },
);

test(
  "while the application is hidden, a test and a refresh say so, and a toolset has its name",
  proves("connections.test.hidden"),
  async () => {
    const { connectionId } = await connect(caller, application);
    const { slug, record } = application;
    const connections = [{ connectionId, applicationSlug: slug, toolSlugs: [] }];
    const { toolsetId } = await succeed<Toolset>(caller.post("/v1/toolsets", { name: "Set", connections }));
    downstream.asked.length = 0;
    await succeed(theAdmin().patch(`/v1/applications/${slug}`, { isEnabled: false }));
    try {
      const tested = await succeed(caller.post(`/v1/connections/${connectionId}/Test`));
      expect(tested).toMatchObject({ isSuccess: false, message: expect.stringContaining("is hidden") });
      expect(await refresh(caller, connectionId)).toMatchObject({
        status: 2,
        error: expect.stringContaining("is hidden"),
      });
      const toolset = await succeed<Toolset>(caller.get(`/v1/toolsets/${toolsetId}`));
      expect(toolset.connections[0]?.applicationName).toBe(record.name);
      expect(downstream.asked).toEqual([]);
    } finally {
      await succeed(theAdmin().patch(`/v1/applications/${slug}`, { isEnabled: true }));
    }
  },
);

test("without a test call nothing is tested", proves("connections.test"), async () => {
  const { "/me": _account, ...paths } = describePagedDownstream(downstream.origin).paths as JsonObject;
  const plain = await importPagedDownstream(downstream, { "x-bowline-test": undefined, paths });
  const { connectionId, accountLabel } = await connect(caller, plain);
  expect(accountLabel).toBeNull();
  const tested = await succeed(caller.post(`/v1/connections/${connectionId}/Test`));
  expect(tested).toMatchObject({ isSuccess: null, message: expect.stringContaining(noTestCall) });
  expect(downstream.asked).toEqual([]);
});

describe("a connection whose credentials the application refuses", () => {
  const read = (connectionId: number) => succeed<Connection>(caller.get(`/v1/connections/${connectionId}`));
  const readStatus = async (connectionId: number) => (await read(connectionId)).status;
  const call = (connectionId: number) => execute(caller, application.tool("get_me"), {}, { connectionId });

  async function refuseThree(connectionId: number): Promise<void> {
    downstream.refuses = true;
    for (let count = 1; count <= 3; count++) {
      expect(await readStatus(connectionId)).toBe("active");
      expect((await call(connectionId)).isSuccess).toBe(false);
    }
    expect(await readStatus(connectionId)).toBe("expired");
  }

  test(
    "is expired after three calls in a row, which are still sent",
    proves("connections.refused"),
    async () => {
      const { connectionId } = await connect(caller, application);
      await refuseThree(connectionId);
      expect((await read(connectionId)).statusReason).toContain(`PATCH /v1/connections/${connectionId}`);
      downstream.asked.length = 0;
      expect((await call(connectionId)).errorMessage).toContain("Bad credentials of yours");
      expect(downstream.asked).toEqual(["/me"]);
    },
  );

  test("is active again after one that succeeds", proves("connections.refused.back"), async () => {
    const { connectionId } = await connect(caller, application);
    await refuseThree(connectionId);
    downstream.refuses = false;
    expect((await call(connectionId)).isSuccess).toBe(true);
    expect(await read(connectionId)).toMatchObject({ status: "active", statusReason: null });
    // The count begins anew.
    await refuseThree(connectionId);
  });

  test("is active again with new credentials", proves("connections.refused.back"), async () => {
    const { connectionId } = await connect(caller, application);
    await refuseThree(connectionId);
    downstream.refuses = false;
    const fields = { token: plantSecret("token") };
    const changed = await succeed<Connection>(caller.patch(`/v1/connections/${connectionId}`, { fields }));
    expect(changed).toMatchObject({ status: "active", statusReason: null });
  });

  test("is expired and active as a test says", proves("connections.refused.test"), async () => {
    const { connectionId } = await connect(caller, application);
    const test = () => succeed(caller.post(`/v1/connections/${connectionId}/Test`));
    downstream.refuses = true;
    await test();
    expect(await readStatus(connectionId)).toBe("expired");
    downstream.refuses = false;
    await test();
    expect(await readStatus(connectionId)).toBe("active");
  });

  test(
    "is not told from calls that fail otherwise, or that replace its fields",
    proves("connections.refused"),
    async () => {
      const token = { type: "http", scheme: "bearer", "x-bowline-overridable": true };
      const other = await importPagedDownstream(downstream, { components: { securitySchemes: { token } } });
      const { connectionId } = await connect(caller, other);
      const tool = other.tool("list_numbered");
      const customConnectionData = [{ fieldName: "token", value: plantSecret("token") }];
      for (const [setting, body] of [
        ["refuses", { customConnectionData }],
        ["refusesFurtherPages", { fields: { page: 2 } }],
      ] as const) {
        downstream[setting] = true;
        for (let count = 1; count <= 4; count++) {
          expect((await execute(caller, tool, body, { connectionId })).isSuccess).toBe(false);
        }
        downstream[setting] = false;
        expect(await readStatus(connectionId)).toBe("active");
      }
    },
  );
});
