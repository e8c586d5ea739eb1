import { describe, expect, test } from "vitest";
import { describeBeside, readContentBlocks } from "./read-content-blocks.ts";

const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };

test.each([
  { audience: ["model"] },
  { priority: 7 },
  { priority: "1" },
  { lastModified: "today" },
  "none",
  null,
])("annotations that clients refuse are left out: %j", (annotations) => {
  expect(readContentBlocks([{ ...image, annotations }], 100)?.blocks).toEqual([image]);
});

describe("structured content without the data beside it", () => {
  const resource = { type: "resource" as const, resource: { uri: "a:b", blob: "AAAA" } };
  const blocks = [{ ...image, type: "image" as const }, resource];

  test("names what stands beside", () => {
    const structured = { content: [image], blob: "AAAA", other: "BBBB" };
    expect(JSON.parse(describeBeside(structured, blocks, 1000) ?? "")).toEqual({
      content: [{ ...image, data: "(beside this text)" }],
      blob: "(beside this text)",
      other: "BBBB",
    });
  });

  test.each([
    ["without such data", { dots: 1 }, blocks, 1000],
    ["without blocks", { content: [image] }, [], 1000],
    ["that is too long", { content: [image] }, blocks, 10],
    ["that is a text", image.data, blocks, 1000],
  ])("is left as it is %s", (_, structured, beside, length) => {
    expect(describeBeside(structured, beside, length)).toBeNull();
  });
});
