import type { HttpBinding, ParameterBinding } from "@bowline/catalog";
import fc from "fast-check";
import { expect, test } from "vitest";
import { RequestBuildError } from "../request-build-error.ts";
import type { Access } from "../runtime.ts";
import { listSecretTexts, maskText } from "../secret-texts.ts";
import { buildHttpRequest } from "./build-request.ts";
import { compileHttpBinding } from "./compile-binding.ts";

const target: Access = {
  serverUrl: "https://api.example.com",
  variables: {},
  placements: [],
  secretValues: [],
};

const styles = fc.constantFrom<ParameterBinding["style"]>(
  "simple",
  "label",
  "matrix",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
);

const value = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(".", "/", "\\", "%", "2", "e", "a", "?", "#", "&", "=", ";", "\r", "\n"),
  }),
  fc.jsonValue({ maxDepth: 2 }),
);

function bindingOf(
  path: string,
  place: ParameterBinding["in"],
  style: ParameterBinding["style"],
  explode: boolean,
) {
  const parameter = { in: place, name: "v", input: "v", style, explode, allowReserved: explode };
  const binding: HttpBinding = {
    kind: "http",
    method: "GET",
    serverUrl: null,
    path,
    parameters: [parameter],
    body: null,
    accept: "*/*",
    authentications: ["key"],
  };
  return compileHttpBinding(binding);
}

function isRefusal(error: unknown): boolean {
  return error instanceof RequestBuildError && error.field === "fields.v";
}

test("no path value adds, removes or empties a segment, or begins a query", () => {
  fc.assert(
    fc.property(value, styles, fc.boolean(), (v, style, explode) => {
      let url: URL;
      try {
        url = new URL(buildHttpRequest(bindingOf("/a/{v}/z", "path", style, explode), target, { v }).url);
      } catch (error) {
        expect(isRefusal(error)).toBe(true);
        return;
      }
      const segments = url.pathname.split("/");
      expect(segments).toHaveLength(4);
      expect([segments[1], segments[3]]).toEqual(["a", "z"]);
      expect(segments[2]).not.toBe("");
      expect(url.search + url.hash).toBe("");
    }),
    { numRuns: 2000 },
  );
});

test("no text in the query adds another parameter or is changed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (v) => {
      const url = new URL(buildHttpRequest(bindingOf("/q", "query", "form", false), target, { v }).url);
      expect([...url.searchParams]).toEqual([["v", v]]);
    }),
    { numRuns: 1000 },
  );
});

test("no reserved expansion ends the query or begins another parameter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (v) => {
      const url = new URL(buildHttpRequest(bindingOf("/q", "query", "form", true), target, { v }).url);
      expect([...url.searchParams.keys()]).toEqual(["v"]);
      expect(url.hash).toBe("");
    }),
    { numRuns: 1000 },
  );
});

test("a header value is sent unchanged, except for blanks around it, or refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (v) => {
      let headers: Record<string, string>;
      try {
        ({ headers } = buildHttpRequest(bindingOf("/h", "header", "simple", false), target, { v }));
      } catch (error) {
        expect(isRefusal(error)).toBe(true);
        return;
      }
      expect(headers.v).toBe(v.replace(/^[\t ]+|[\t ]+$/g, ""));
      expect(headers.v).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
    }),
    { numRuns: 1000, examples: [["\t"], [" a\tb "], ["\xa0a\xa0"]] },
  );
});

test("no secret survives masking in its usual spellings", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 4 }), fc.string(), (secret, around) => {
      const texts = listSecretTexts([secret], []);
      const spellings = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
      for (const spelling of spellings) {
        const clean = maskText(`${around}|${spelling}|${around}`, texts);
        expect(clean === "***" || !clean.includes(`|${spelling}|`)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
