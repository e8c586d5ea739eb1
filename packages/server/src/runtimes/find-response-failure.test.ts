import type { ResponseFailure } from "@bowline/catalog";
import { describe, expect, test } from "vitest";
import { findResponseFailure } from "./find-response-failure.ts";

const slack: ResponseFailure = {
  path: "/ok",
  equals: false,
  messagePath: ["/error", "/needed"],
  kinds: {
    authorizationExpired: ["invalid_auth"],
    missingScope: ["missing_scope"],
    rateLimited: ["ratelimited"],
  },
};

const find = (rule: ResponseFailure, output: unknown, headers = {}) =>
  findResponseFailure(rule, headers, output);

describe("a failure in a response with a status of success", () => {
  test("has the application's message", () => {
    expect(find(slack, { ok: false, error: "channel_not_found" })).toEqual({
      kind: "downstreamRefused",
      message: "The application reported a failure: channel_not_found",
    });
  });

  test("is told by any of several members", () => {
    const shop: ResponseFailure = {
      path: "/errors",
      otherPaths: ["/data/create/userErrors"],
      exists: true,
      messagePath: ["/errors/0/message", "/data/create/userErrors/0/message"],
    };
    const refused = { data: { create: { userErrors: [{ message: "Too long" }] } } };
    expect(find(shop, refused)?.message).toBe("The application reported a failure: Too long");
    expect(find(shop, { errors: [{ message: "Denied" }] })?.message).toBe(
      "The application reported a failure: Denied",
    );
    expect(find(shop, { data: { create: { userErrors: [] } } })).toBeNull();
  });

  test.each([
    [
      "invalid_auth",
      {},
      "authorizationExpired",
      "The application refused the connection's credentials: invalid_auth",
    ],
    [
      "missing_scope",
      { needed: "chat:write" },
      "missingScope",
      "The connection's credentials lack a permission that this tool needs: missing_scope: chat:write",
    ],
    [
      "ratelimited",
      {},
      "rateLimited",
      "The application's rate limit is used up (try again in 7 s): ratelimited",
    ],
  ])("has the kind of its code %s", (error, more, kind, message) => {
    expect(find(slack, { ok: false, error, ...more }, { "retry-after": "7" })).toEqual({ kind, message });
  });

  test.each<[string, Omit<ResponseFailure, "path">, unknown, boolean]>([
    ["has another value", { equals: false }, true, false],
    ["is absent", { equals: false }, undefined, false],
    ["is the value of success", { notEquals: 0 }, 0, false],
    ["is another value", { notEquals: 0 }, 99, true],
    ["is absent", { notEquals: 0 }, undefined, false],
    ["is there", { exists: true }, [{ message: "No" }], true],
    ["is empty", { exists: true }, [], false],
    ["is null", { exists: true }, null, false],
  ])("is told by a member that %s (%o)", (_name, condition, value, isFailure) => {
    const found = find({ path: "/code", messagePath: "/text", ...condition }, { code: value });
    expect(found !== null).toBe(isFailure);
  });

  test("names message and code when they are apart", () => {
    const rule: ResponseFailure = {
      path: "/errors",
      exists: true,
      messagePath: "/errors/0/message",
      codePath: "/errors/0/code",
      kinds: { timeout: [7] },
    };
    expect(find(rule, { errors: [{ message: "Too slow", code: 7 }] })).toEqual({
      kind: "timeout",
      message: "The application reported a failure: Too slow: 7",
    });
    expect(find(rule, "text")).toBeNull();
    expect(find(rule, { errors: [{}] })?.message).toBe("The application reported a failure.");
  });
});
