import { describe, expect, test } from "vitest";
import { hireActor, nobody } from "../support/actors.ts";
import { createCaller, refuse } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ErrorEnvelope } from "../support/records.ts";

// Every response of every test is checked against the same rules (support/universal-rules.ts). These tests make sure
// that each kind of response was checked.

describe("an error's envelope", () => {
  test(
    "has exactly the contract's members",
    proves("errors.envelope.members", "errors.code.table", "http.closed-statuses", "http.json.camel-case"),
    async () => {
      const caller = await hireActor();
      const envelopes: ErrorEnvelope[] = [
        await refuse(nobody().get("/v1/tools"), "UNAUTHORIZED"),
        await refuse(caller.get("/v1/members"), "FORBIDDEN"),
        await refuse(caller.get("/v1/nothing"), "NOT_FOUND"),
      ];
      for (const envelope of envelopes) {
        const members = ["errorCode", "message", "path", "requestId", "timestamp"];
        expect(Object.keys(envelope).toSorted()).toEqual(members);
        expect(envelope.message).toMatch(/\w/);
      }
    },
  );

  test(
    "has details only with VALIDATION_ERROR",
    proves("errors.envelope.details", "errors.code.invalid-request"),
    async () => {
      const caller = await hireActor();
      const invalid = await refuse(caller.post("/v1/toolsets", {}), "VALIDATION_ERROR", ["name"]);
      for (const detail of invalid.details ?? []) {
        expect(Object.keys(detail).toSorted()).toEqual(["field", "issue"]);
        expect(detail.issue).toMatch(/\w/);
      }
      const headers = { "content-type": "application/json" };
      const malformed = caller.post("/v1/toolsets", undefined, { rawBody: "{", headers });
      expect(await refuse(malformed, "INVALID_REQUEST")).not.toHaveProperty("details");
    },
  );

  test("has the path without its query", proves("http.path.without-query"), async () => {
    const caller = await hireActor();
    const envelope = await refuse(caller.get("/v1/tools", { top: 0, search: "" }), "VALIDATION_ERROR");
    expect(envelope.path).toBe("/v1/tools");
    const odd = await refuse(caller.get("/v1/connections/2000000000/RefreshStatus", { x: "?" }), "NOT_FOUND");
    expect(odd.path).toBe("/v1/connections/2000000000/RefreshStatus");
  });

  test("has the path exactly as sent", proves("http.path.as-sent"), async () => {
    const caller = await hireActor();
    for (const path of ["/v1/tools/a%20b%0Ac", "/v1/tools/%C3%BC%2F..", "/v1/not%3Fhing"]) {
      expect((await refuse(caller.get(path), "NOT_FOUND")).path).toBe(path);
    }
  });

  test(
    "has the current time in UTC with milliseconds",
    proves("errors.timestamp.utc", "http.json.timestamps"),
    async () => {
      const { timestamp } = await refuse(nobody().get("/v1/tools"), "UNAUTHORIZED");
      expect(timestamp).toMatch(/T\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000);
    },
  );
});

describe("the request id", () => {
  test("is in every response, a new one each time", proves("http.request-id.header"), async () => {
    const caller = await hireActor();
    const responses = [
      await caller.get("/v1/auth/whoami"),
      await caller.get("/v1/nothing"),
      await nobody().get("/v1"),
    ];
    const ids = responses.map(({ headers }) => headers["x-request-id"]);
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain(undefined);
  });

  test("is the caller's if that has the allowed form", proves("http.request-id.taken"), async () => {
    const caller = await hireActor();
    for (const id of ["a", "My.trace_id-0", "x".repeat(128)]) {
      const headers = { "x-request-id": id };
      expect((await caller.send("GET", "/v1/auth/whoami", { headers })).headers["x-request-id"]).toBe(id);
      const envelope = await refuse(createCaller(headers).get("/v1/tools"), "UNAUTHORIZED");
      expect(envelope.requestId).toBe(id);
    }
  });

  test("is a new one if the caller's has another form", proves("http.request-id.replaced"), async () => {
    const caller = await hireActor();
    for (const id of ["with space", "x".repeat(129), "a/b", "<script>", ""]) {
      const { headers } = await caller.send("GET", "/v1/auth/whoami", { headers: { "x-request-id": id } });
      expect(headers["x-request-id"]).not.toBe(id);
      expect(headers["x-request-id"]).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    }
  });
});
