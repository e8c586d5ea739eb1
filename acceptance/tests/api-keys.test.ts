import { setTimeout as delay } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { hireActor, makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ApiKey, CreatedApiKey, ListOf, Member, Toolset } from "../support/records.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function encodeBase62(value: number): string {
  const digits = Array.from(
    { length: 6 },
    (_, place) => alphabet[Math.floor(value / 62 ** (5 - place)) % 62],
  );
  return digits.join("");
}

function listKeys(caller: { get: ReturnType<typeof theAdmin>["get"] }): Promise<ListOf<ApiKey>> {
  return succeed<ListOf<ApiKey>>(caller.get("/v1/apikeys", { top: 1000 }));
}

describe("POST /v1/apikeys", () => {
  test(
    "creates a key of the published form",
    proves("keys.create", "keys.format", "keys.checksum", "keys.random", "keys.name"),
    async () => {
      const caller = await hireActor();
      const made = [await makeKey(caller, { name: "One" }), await makeKey(caller, { name: "Two" })];
      expect(made.map(({ name }) => name)).toEqual(["One", "Two"]);
      expect(new Set(made.map(({ apiKey }) => apiKey)).size).toBe(2);
      for (const { apiKey, apiKeyId } of made) {
        expect(apiKeyId).toBeGreaterThan(0);
        expect(apiKey).toMatch(/^bwl_[0-9A-Za-z]{38}$/);
        expect(apiKey.slice(-6)).toBe(encodeBase62(crc32(apiKey.slice(4, -6))));
        await succeed(createKeyCaller(apiKey).get("/v1/auth/whoami"));
      }
    },
  );

  test("without a name is a VALIDATION_ERROR at name", proves("keys.create.validation"), async () => {
    const caller = await hireActor();
    await refuse(caller.post("/v1/apikeys", {}), "VALIDATION_ERROR", ["name"]);
    await refuse(caller.post("/v1/apikeys", { name: "" }), "VALIDATION_ERROR", ["name"]);
    const wrong = { name: "x", expiresDate: "soon", toolsetId: "y", readOnly: 3, surprise: 1 };
    await refuse(caller.post("/v1/apikeys", wrong), "VALIDATION_ERROR", [
      "expiresDate",
      "toolsetId",
      "readOnly",
      "surprise",
    ]);
  });

  test("by an Admin creates a key for a service member", proves("keys.create.for-service"), async () => {
    const { accountUserId } = await hireActor();
    const { apiKey } = await makeKey(theAdmin(), { name: "Second", accountUserId });
    await succeed(createKeyCaller(apiKey).get("/v1/auth/whoami"));
  });

  test("for another person is 403", proves("keys.create.for-person"), async () => {
    const email = `${uniqueName("person")}@example.com`;
    const person = { kind: "person", fullName: "A Person", email, role: "Member" };
    const { accountUserId } = await succeed<Member>(theAdmin().post("/v1/members", person));
    await refuse(theAdmin().post("/v1/apikeys", { name: "Theirs", accountUserId }), "FORBIDDEN");
  });

  test("by a Member for anyone else is 403", proves("keys.create.by-member"), async () => {
    const [caller, other] = [await hireActor(), await hireActor()];
    const body = { name: "Theirs", accountUserId: other.accountUserId };
    await refuse(caller.post("/v1/apikeys", body), "FORBIDDEN");
  });

  test(
    "for a member that does not exist is a VALIDATION_ERROR at accountUserId",
    proves("keys.create.unknown-member", "http.references.body"),
    async () => {
      const body = { name: "Nobody's", accountUserId: 2_000_000_000 };
      await refuse(theAdmin().post("/v1/apikeys", body), "VALIDATION_ERROR", ["accountUserId"]);
    },
  );

  test(
    "checks the toolset that narrows the key",
    proves("keys.create.unknown-toolset", "keys.create.foreign-toolset", "http.references.foreign-body"),
    async () => {
      const [caller, owner] = [await hireActor(), await hireActor()];
      const toolsetId = "00000000-0000-4000-8000-000000000000";
      const absent = { name: "x", toolsetId };
      await refuse(caller.post("/v1/apikeys", absent), "VALIDATION_ERROR", ["toolsetId"]);
      const foreign = await succeed<Toolset>(owner.post("/v1/toolsets", { name: "Owner's" }));
      await refuse(caller.post("/v1/apikeys", { name: "x", toolsetId: foreign.toolsetId }), "FORBIDDEN");
    },
  );
});

describe("GET /v1/apikeys", () => {
  test(
    "lists the caller's own keys without their values",
    proves("keys.list", "keys.list.own", "keys.shown-once"),
    async () => {
      const [caller, other] = [await hireActor(), await hireActor()];
      const made = await makeKey(caller, { name: "Listed" });
      const { items, totalCount } = await listKeys(caller);
      expect(items.map(({ apiKeyId }) => apiKeyId)).toEqual([caller.apiKeyId, made.apiKeyId]);
      expect(totalCount).toBe(2);
      for (const item of items) {
        expect(Object.keys(item)).not.toContain("apiKey");
      }
      expect(JSON.stringify(items)).not.toContain(made.apiKey.slice(4, 36));
      expect((await listKeys(other)).items.map(({ apiKeyId }) => apiKeyId)).toEqual([other.apiKeyId]);
    },
  );

  test("returns when a key was last used", proves("keys.last-used"), async () => {
    const caller = await hireActor();
    const { apiKey, apiKeyId, lastUsedDate } = await makeKey(caller, { name: "Fresh" });
    expect(lastUsedDate).toBeNull();
    const read = async () => (await listKeys(caller)).items.find((item) => item.apiKeyId === apiKeyId);
    expect((await read())?.lastUsedDate).toBeNull();
    await succeed(createKeyCaller(apiKey).get("/v1/auth/whoami"));
    await expect.poll(async () => (await read())?.lastUsedDate).toMatch(/^\d{4}-.*Z$/);
  });
});

describe("the expiry of a key", () => {
  test("makes the key invalid at that time", proves("keys.expiry"), async () => {
    const caller = await hireActor();
    // On a busy machine the first call may come too late. Then the test retries with a longer lifetime.
    for (let lifeMs = 1500, isSeen = false; !isSeen; lifeMs *= 2) {
      const endMs = Date.now() + lifeMs;
      const expiresDate = new Date(endMs).toISOString();
      const made = await caller.post("/v1/apikeys", { name: "Short", expiresDate });
      if (Date.now() >= endMs) {
        continue;
      }
      const { apiKey } = await succeed<CreatedApiKey>(Promise.resolve(made));
      const { status } = await createKeyCaller(apiKey).get("/v1/auth/whoami");
      isSeen = Date.now() < endMs;
      if (isSeen) {
        expect(status).toBe(200);
      }
      await delay(endMs - Date.now() + 100);
      await refuse(createKeyCaller(apiKey).get("/v1/auth/whoami"), "UNAUTHORIZED");
    }
  });

  test("is a date that can be shown", proves("keys.expiry.range"), async () => {
    const caller = await hireActor();
    for (const expiresDate of ["2020-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00"]) {
      await refuse(caller.post("/v1/apikeys", { name: "Odd", expiresDate }), "VALIDATION_ERROR", [
        "expiresDate",
      ]);
    }
    const latest = "9999-12-31T23:59:59.999Z";
    expect(await makeKey(caller, { name: "Late", expiresDate: latest })).toMatchObject({
      expiresDate: latest,
    });
  });

  test("is none when left out", proves("keys.expiry.optional"), async () => {
    const { expiresDate } = await makeKey(await hireActor(), { name: "Long" });
    expect(expiresDate).toBeNull();
  });
});

describe("DELETE /v1/apikeys/{apiKeyId}", () => {
  test(
    "takes effect at once",
    proves("keys.delete", "http.delete.sentence", "http.delete.gone"),
    async () => {
      const caller = await hireActor();
      const { apiKey, apiKeyId } = await makeKey(caller, { name: "Doomed" });
      await succeed(createKeyCaller(apiKey).get("/v1/auth/whoami"));
      const sentence = await succeed<string>(caller.delete(`/v1/apikeys/${apiKeyId}`));
      expect(sentence).toMatch(/\w+ \w+.*\.$/);
      await refuse(createKeyCaller(apiKey).get("/v1/auth/whoami"), "UNAUTHORIZED");
      await refuse(caller.delete(`/v1/apikeys/${apiKeyId}`), "NOT_FOUND");
    },
  );

  test("of another caller's key is 403", proves("keys.delete.foreign"), async () => {
    const [caller, other] = [await hireActor(), await hireActor()];
    await refuse(other.delete(`/v1/apikeys/${caller.apiKeyId}`), "FORBIDDEN");
    await succeed<CreatedApiKey>(caller.get("/v1/auth/whoami"));
  });
});
