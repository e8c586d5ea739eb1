import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { fetchDescription } from "./fetch-description.ts";

const text = "info: {title: Größe}";
const utf16 = Buffer.from(text, "utf16le");

it.each([
  ["UTF-8", "application/yaml", Buffer.from(text)],
  ["UTF-8 that is said to be Latin-1", "text/plain; charset=iso-8859-1", Buffer.from(text)],
  ["UTF-8 of an unknown charset", "text/plain; charset=klingon", Buffer.from(text)],
  ["Latin-1", "text/plain; charset=ISO-8859-1", Buffer.from(text, "latin1")],
  ["UTF-16 with its mark", "application/yaml", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
  [
    "UTF-16 of the other order",
    "text/plain",
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
  ],
  ["UTF-16 without a mark", 'text/plain; charset="UTF-16LE"', utf16],
])("reads %s", async (_name, contentType, body) => {
  expect((await fetchBytes(contentType, body)).text).toBe(text);
});

it.each([
  ["Latin-1 without a charset", "application/yaml"],
  ["Latin-1 that is said to be UTF-8", "application/yaml; charset=utf-8"],
  ["Latin-1 of an unknown charset", "text/plain; charset=klingon"],
])("refuses %s, and says what to do", async (_name, contentType) => {
  const refusal = await fetchBytes(contentType, Buffer.from(text, "latin1")).catch((error) => error.details);
  expect(refusal).toEqual([{ field: "url", issue: expect.stringContaining("Save it as UTF-8") }]);
});

it.each([
  ["a gzip archive", gzipSync(text)],
  ["an HTML page in Latin-1", Buffer.from(`<html><title>Größe</title></html>`, "latin1")],
])("leaves %s to the importer, which knows it", async (_name, body) => {
  expect((await fetchBytes("application/octet-stream", body)).text).toBe(body.toString());
});

function fetchBytes(contentType: string, body: Buffer): ReturnType<typeof fetchDescription> {
  const egress = {
    send: async () => ({
      ok: true as const,
      status: 200,
      headers: { "content-type": contentType },
      body,
      url: "https://api.test/openapi",
      sizeBytes: body.length,
    }),
  };
  return fetchDescription(egress, "https://api.test/openapi", 1000);
}
