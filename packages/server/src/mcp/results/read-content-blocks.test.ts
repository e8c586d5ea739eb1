import { expect, test } from "vitest";
import { readContentBlocks } from "./read-content-blocks.ts";

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
