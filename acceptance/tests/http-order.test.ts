import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor, makeKey, nobody, theAdmin, uniqueName } from "../support/actors.ts";
import { createCaller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { proves } from "../support/proves.ts";
import type { Toolset } from "../support/records.ts";

let caller: Actor;
beforeAll(async () => {
  caller = await hireActor();
});

describe("the order of checks", () => {
  test("an unknown path without a credential is 401", proves("http.order.credential-first"), async () => {
    await refuse(nobody().get("/v1/nothing/here"), "UNAUTHORIZED");
    await refuse(nobody().get("/v1"), "UNAUTHORIZED");
    await refuse(createCaller({ "x-api-key": "bwl_x" }).post("/v1/nothing", {}), "UNAUTHORIZED");
  });

  test("an unknown path is 404 for a valid credential", proves("http.order.unknown-path"), async () => {
    for (const path of [
      "/v1/nothing/here",
      "/v1/tools/a/b/c",
      "/v1/auth",
      "/v1/Tools/",
      "/v1/toolsets/x/y",
    ]) {
      await refuse(caller.get(path), "NOT_FOUND");
    }
  });

  test("a bad body to an unknown path is 404", proves("http.order.route-before-input"), async () => {
    const headers = { "content-type": "application/json" };
    await refuse(caller.post("/v1/nothing", undefined, { rawBody: "{", headers }), "NOT_FOUND");
  });

  test("a bad body for a missing resource is 400", proves("http.order.input-before-existence"), async () => {
    const path = "/v1/toolsets/00000000-0000-4000-8000-000000000000";
    await refuse(caller.patch(path, { name: 3 }), "VALIDATION_ERROR", ["name"]);
    await refuse(caller.patch(path, { name: "x" }), "NOT_FOUND");
  });

  test(
    "a missing resource is 404 for everyone",
    proves("http.order.existence-before-permission", "http.references.path"),
    async () => {
      const absent = "/v1/connections/2000000000";
      await refuse(theAdmin().delete(absent), "NOT_FOUND");
      // Who may delete no connection, and a Member, who may not change these at all.
      const reader = await makeKey(caller, { name: "Reader", readOnly: true });
      await refuse(createKeyCaller(reader.apiKey).delete(absent), "NOT_FOUND");
      const { toolsetId } = await succeed<Toolset>(caller.post("/v1/toolsets", { name: "Empty" }));
      const narrowed = await makeKey(caller, { name: "Narrowed", toolsetId });
      await refuse(createKeyCaller(narrowed.apiKey).delete(absent), "NOT_FOUND");
      await refuse(caller.patch("/v1/members/2000000000", { role: "Admin" }), "NOT_FOUND");
      await refuse(caller.delete("/v1/applications/no-such-application"), "NOT_FOUND");
    },
  );

  test(
    "another caller's resource is 400 with a bad body and 403 with a good one",
    proves("http.order.input-before-existence", "http.references.foreign-path"),
    async () => {
      const owner = await hireActor();
      const { toolsetId } = await succeed<Toolset>(owner.post("/v1/toolsets", { name: "Owner's" }));
      await refuse(caller.patch(`/v1/toolsets/${toolsetId}`, { name: 3 }), "VALIDATION_ERROR");
      await refuse(caller.patch(`/v1/toolsets/${toolsetId}`, { name: "x" }), "FORBIDDEN");
    },
  );

  test(
    "a forbidden caller never sees a conflict",
    proves("http.order.permission-before-conflict"),
    async () => {
      const slug = uniqueName("taken");
      const sql = { source: "sql", slug, dialect: "postgresql" };
      await succeed(theAdmin().post("/v1/applications", sql));
      const other = { source: "graphql", slug, schema: "type Query { a: Int }" };
      await refuse(theAdmin().post("/v1/applications", other), "CONFLICT");
      await refuse(caller.post("/v1/applications", other), "FORBIDDEN");
    },
  );
});

describe("a known path with another method", () => {
  test("is 404 and not 405", proves("http.method.unknown"), async () => {
    await refuse(caller.delete("/v1/tools"), "NOT_FOUND");
    await refuse(caller.put("/v1/auth/whoami", {}), "NOT_FOUND");
    await refuse(caller.post("/v1/auth/whoami", {}), "NOT_FOUND");
    await refuse(caller.patch("/v1/connections/1/Default", {}), "NOT_FOUND");
    await refuse(caller.get("/v1/tools/x/execute"), "NOT_FOUND");
    // Its response could not carry the envelope of a refusal.
    const headers = { "x-api-key": caller.apiKey };
    const asked = await fetch(`${deployment().baseUrl}/v1/auth/whoami`, { method: "HEAD", headers });
    expect(asked.status).toBe(404);
    // These are also of the form /v1/connections/{connectionId}.
    const { message } = await refuse(caller.get("/v1/connections/GetSignInUrl"), "NOT_FOUND");
    expect(message).toContain("This path takes POST.");
    await refuse(caller.delete("/v1/connections/SignInResult"), "NOT_FOUND");
    const slashed = await refuse(caller.get("/v1/connections/"), "NOT_FOUND");
    expect(slashed.message).toContain("Did you mean /v1/connections?");
  });
});

test("no other version is served", proves("versioning.unknown-version"), async () => {
  for (const path of ["/v2/auth/whoami", "/auth/whoami", "/V1/auth/whoami"]) {
    const { status } = await caller.get(path);
    expect(status, path).toBe(404);
  }
});

test("unknown query parameters are ignored", proves("http.query.unknown-value"), async () => {
  await succeed(caller.get("/v1/auth/whoami", { anything: "x" }));
  await succeed(caller.get("/v1/toolsets", { $filter: "x", sort: "name" }));
});
