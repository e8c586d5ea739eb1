import { expect, test } from "vitest";
import { buildAddressRule } from "./address-rules.ts";
import type { EgressRequest } from "./egress-outcome.ts";
import type { Hop } from "./hop.ts";
import { openOriginTable } from "./origin-table.ts";
import { nextHop } from "./redirect.ts";

const origins = openOriginTable(buildAddressRule([]), 1, 1);
const request: EgressRequest = {
  method: "GET",
  url: "https://api.example.com/a",
  headers: {},
  body: null,
  timeoutMs: 20_000,
  maxBytes: 1000,
};

function hopTo(url: string, method: string): Hop {
  const target = origins.locate(url);
  if ("refusal" in target) {
    throw new Error(target.refusal);
  }
  return { target, method, headers: ["authorization", "Bearer x"], body: null };
}

test("https never becomes http, not even on the same host", () => {
  const hop = hopTo(request.url, "GET");
  const next = nextHop(hop, 302, "http://api.example.com/a", request.url, request, origins);
  expect(next).toMatchObject({ kind: "addressRefused" });
});

test("another port is another origin and gets no credentials", () => {
  const hop = hopTo(request.url, "GET");
  const next = nextHop(hop, 302, "https://api.example.com:8443/a", request.url, request, origins);
  expect(next).toMatchObject({ hop: { headers: [], target: { origin: "https://api.example.com:8443" } } });
});

test("a request that stays at its origin is not redirected to another one", () => {
  const staying = { ...request, staysAtOrigin: true };
  const follow = (location: string) =>
    nextHop(hopTo(request.url, "GET"), 302, location, request.url, staying, origins);
  expect(follow("/b")).toMatchObject({ url: "https://api.example.com/b" });
  for (const location of ["https://api.example.com:8443/b", "//other.example.com/b"]) {
    expect(follow(location)).toMatchObject({ kind: "addressRefused" });
  }
});

test("a body goes to the same origin only", () => {
  const hop = { ...hopTo(request.url, "GET"), body: Buffer.from("{}") };
  const follow = (location: string) => nextHop(hop, 307, location, request.url, request, origins);
  expect(follow("/b")).toMatchObject({ hop: { body: hop.body } });
  expect(follow("https://other.example.com/a")).toMatchObject({ hop: { body: null } });
});

test("another origin gets no credential of the query, and no repeated write", () => {
  const follow = (method: string, status: number, location: string) =>
    nextHop(hopTo(request.url, method), status, location, request.url, withKey, origins);
  const withKey = { ...request, credentialQuery: ["api_key"] };
  expect(follow("GET", 302, "https://other.example.com/b?api_key=x&page=2")).toMatchObject({
    url: "https://other.example.com/b?page=2",
  });
  expect(follow("GET", 302, "/b?api_key=x")).toMatchObject({ url: "https://api.example.com/b?api_key=x" });
  expect(follow("POST", 307, "https://other.example.com/b")).toBeNull();
  expect(follow("POST", 307, "/b")).toMatchObject({ hop: { method: "POST" } });
});

test("the default port spelled out is the same origin", () => {
  const hop = hopTo(request.url, "GET");
  const next = nextHop(hop, 302, "https://api.example.com:443/b", request.url, request, origins);
  expect(next).toMatchObject({ hop: { headers: ["authorization", "Bearer x"], target: { path: "/b" } } });
});

test("an address in UTF-8 is followed as browsers follow it", () => {
  const hop = hopTo(request.url, "GET");
  const inHeader = (text: string) => Buffer.from(text, "utf8").toString("latin1");
  for (const location of [inHeader("/bäume?n=é"), "/b%C3%A4ume?n=%C3%A9"]) {
    const next = nextHop(hop, 302, location, request.url, request, origins);
    expect(next).toMatchObject({ hop: { target: { path: "/b%C3%A4ume?n=%C3%A9" } } });
  }
  const latin = nextHop(hop, 302, "/b\xe4ume", request.url, request, origins);
  expect(latin).toMatchObject({ hop: { target: { path: "/b%C3%A4ume" } } });
});

test("a 303 keeps HEAD", () => {
  const hop = hopTo(request.url, "HEAD");
  expect(nextHop(hop, 303, "/b", request.url, request, origins)).toMatchObject({ hop: { method: "HEAD" } });
});

test("304 and 300 are returned", () => {
  const hop = hopTo(request.url, "GET");
  expect(nextHop(hop, 304, "/b", request.url, request, origins)).toBeNull();
  expect(nextHop(hop, 300, "/b", request.url, request, origins)).toBeNull();
});
