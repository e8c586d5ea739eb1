import { expect, test } from "vitest";
import { resolveClientAddress } from "./resolve-client-address.ts";

test.each([
  ["198.51.100.7", "203.0.113.1", [], "198.51.100.7"],
  ["198.51.100.7", "203.0.113.1", ["10.0.0.0/8"], "198.51.100.7"],
  ["10.0.0.1", "203.0.113.1", ["10.0.0.0/8"], "203.0.113.1"],
  ["10.0.0.1", "192.0.2.66, 203.0.113.1, 10.0.0.2", ["10.0.0.0/8"], "203.0.113.1"],
  ["::ffff:10.0.0.1", "2001:db8::1", ["10.0.0.0/8"], "2001:db8::1"],
  ["10.0.0.1", "", ["10.0.0.0/8"], "10.0.0.1"],
  ["10.0.0.1", undefined, ["10.0.0.0/8"], "10.0.0.1"],
  ["10.0.0.1", "<script>", ["10.0.0.0/8"], "10.0.0.1"],
])("a request from %s with %j, proxies %j, comes from %s", (direct, header, proxies, address) => {
  expect(resolveClientAddress(direct, header, proxies)).toBe(address);
});

test("a port that a proxy adds does not count", () => {
  const resolve = (forwardedFor: string) => resolveClientAddress("127.0.0.1", forwardedFor, ["127.0.0.0/8"]);
  expect(resolve("203.0.113.9, 192.0.2.1:4711")).toBe("192.0.2.1");
  expect(resolve("[2001:db8::1]:4711")).toBe("2001:db8::1");
  expect(resolve("[2001:db8::1]")).toBe("2001:db8::1");
  expect(resolve("2001:db8::1")).toBe("2001:db8::1");
  expect(resolve("unknown:4711")).toBe("127.0.0.1");
});
