import { expect, test } from "vitest";
import { z } from "zod";
import { prepareTextParser } from "./parse-text.ts";

const parse = prepareTextParser(
  z.object({
    id: z.int32(),
    top: z.int32().min(1).optional(),
    on: z.boolean().optional(),
    text: z.string().optional(),
  }),
);

test("numbers and booleans are parsed, texts stay texts", () => {
  expect(parse({ id: "-12", top: "007", on: "true", text: "12" })).toEqual({
    id: -12,
    top: 7,
    on: true,
    text: "12",
  });
  expect(parse({ on: "false" })).toEqual({ on: false });
});

test("a text that is not a number or boolean stays text, so that the schema refuses it", () => {
  for (const text of ["", " 1", "1.5", "1e3", "0x10", "+1", "--1", "1".repeat(16), "١"]) {
    expect(parse({ id: text })).toEqual({ id: text });
  }
  for (const text of ["TRUE", "1", "yes", ""]) {
    expect(parse({ on: text })).toEqual({ on: text });
  }
});

test("unknown names are left out, also those of the prototype", () => {
  expect(parse({ id: "1", other: "x", constructor: "x" } as never)).toEqual({ id: 1 });
});

test("the offset of a time zone may be sent with a plus sign that is not encoded", () => {
  const readTime = prepareTextParser(z.object({ from: z.iso.datetime({ offset: true }).optional() }));
  expect(readTime({ from: "2026-01-01T00:00:00 02:00" })).toEqual({ from: "2026-01-01T00:00:00+02:00" });
  expect(readTime({ from: "2026-01-01 02:00" })).toEqual({ from: "2026-01-01 02:00" });
});
