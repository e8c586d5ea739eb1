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

test.each([
  ["line breaks", "iVBO\r\nRw0K\nGgo="],
  ["no padding", "iVBORw0KGgo"],
])("base64 with %s, which clients take, is the content that it was", (_, data) => {
  const resource = { uri: "a:b" };
  const read = readContentBlocks(
    [
      { ...image, data },
      { type: "resource", resource: { ...resource, blob: data } },
    ],
    100,
  );
  expect(read?.blocks).toEqual([image, { type: "resource", resource: { ...resource, blob: image.data } }]);
});

test.each(["iVBO-w0_", "iVBOR", "iVBO=w0K"])("%s is no base64, which clients would refuse", (data) => {
  expect(readContentBlocks([{ ...image, data }], 100)).toBeNull();
});

test("what programs read beside the model stays", () => {
  const meta = { _meta: { "ui/size": [1, 2] } };
  const resource = { type: "resource", resource: { uri: "ui://a", text: "x", ...meta }, ...meta };
  expect(readContentBlocks([resource], 100)?.blocks).toEqual([resource]);
});

const text = { type: "text", text: "a" };

test.each([
  ["texts alone", [text, text]],
  ["unknown kinds alone", [{ type: "heading" }]],
  ["a text with a member that would be lost", [{ ...text, id: 5 }, { type: "heading" }]],
  ["a value without a kind", [text, { level: 1 }]],
  ["nothing", []],
])("a list of %s is the JSON of a text", (_, list) => {
  expect(readContentBlocks(list, 100)).toBeNull();
});

test("the text of an embedded resource is cut and read on like any other, and keeps its address", () => {
  const text = { type: "text", text: "File: " };
  const resource = (part: string) => ({ type: "resource", resource: { uri: "a:b", text: part } });
  const output = [text, resource("0123456789"), image];
  expect(readContentBlocks(output, 16)).toEqual({ blocks: output, cut: null });
  expect(readContentBlocks(output, 10)).toMatchObject({
    blocks: [text, resource("0123"), image],
    cut: { unit: "characters", from: 0, to: 10, total: 16 },
  });
  expect(readContentBlocks(output, 10, 10)).toMatchObject({
    blocks: [resource("456789")],
    cut: { from: 10, to: 16 },
  });
});

describe("structured content without the data beside it", () => {
  const resource = { type: "resource" as const, resource: { uri: "a:b", blob: "AAAA" } };
  const blocks = [{ ...image, type: "image" as const }, resource];

  test("names what stands beside", () => {
    const structured = { content: [image], blob: "AA\nAA", other: "BBBB" };
    expect(JSON.parse(describeBeside(structured, blocks, 1000) ?? "")).toEqual({
      content: [{ ...image, data: "(beside this text)" }],
      blob: "(beside this text)",
      other: "BBBB",
    });
  });

  test.each([
    ["without such data", { dots: 1 }, blocks, 1000],
    ["without blocks", { content: [image] }, [], 1000],
    ["beside an empty image", { text: "no base64!" }, [{ ...image, type: "image" as const, data: "" }], 1000],
    ["that is too long", { content: [image] }, blocks, 10],
    ["that is a text", image.data, blocks, 1000],
  ])("is left as it is %s", (_, structured, beside, length) => {
    expect(describeBeside(structured, beside, length)).toBeNull();
  });
});
