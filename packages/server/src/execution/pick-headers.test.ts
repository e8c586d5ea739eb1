import { expect, test } from "vitest";
import { pickHeaders } from "./pick-headers.ts";

test("headers that are known to carry no credentials are kept, and no others", () => {
  const kept = { "content-type": "text/plain", "x-request-id": "r", "x-ratelimit-remaining": "3" };
  const left = { location: "/a?sig=x", link: "<x>", "x-token": "t", "session-id": "s", "x-limit-key": "k" };
  expect(pickHeaders({ ...kept, ...left })).toEqual(kept);
  expect(pickHeaders(left)).toBeNull();
});

test("a long value is left out whole, since a part of a secret would not be masked", () => {
  expect(pickHeaders({ etag: "e".repeat(200), "x-trace-id": "t".repeat(201) })).toEqual({
    etag: "e".repeat(200),
  });
});

test("of many headers 30 are kept", () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `x-ratelimit-${String.fromCharCode(97 + (n % 26))}${n > 25 ? "b" : ""}`,
      "1",
    ]),
  );
  expect(Object.keys(pickHeaders(many) ?? {})).toHaveLength(30);
});
