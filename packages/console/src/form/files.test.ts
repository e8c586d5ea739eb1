import { expect, test } from "vitest";
import { countBytes, readFileShape } from "./files.ts";
import { toFormSchema } from "./to-form-schema.ts";

const base64 = { type: "string", contentEncoding: "base64" };
/** As the importer of OpenAPI documents writes a file of a multipart body. */
const file = {
  anyOf: [
    base64,
    {
      type: "object",
      properties: { fileName: { type: "string" }, contentType: { type: "string" }, base64 },
      required: ["base64"],
      additionalProperties: false,
    },
  ],
};

test("a file of a multipart body and base64 text are files, and other texts and unions are none", () => {
  expect(readFileShape(file)).toBe("named");
  expect(readFileShape(base64)).toBe("text");
  expect(readFileShape({ type: "string" })).toBeNull();
  expect(readFileShape({ anyOf: [{ type: "string" }, { type: "object" }] })).toBeNull();
});

test("a form has one field for a file, and one for a list of files", () => {
  const { uiSchema } = toFormSchema({
    type: "object",
    properties: { picture: file, more: { type: "array", items: file }, body: base64 },
  });
  expect(uiSchema).toMatchObject({
    picture: { "ui:field": "file", "ui:options": { shape: "named" } },
    more: { "ui:field": "files", "ui:options": { shape: "named" } },
    body: { "ui:field": "file", "ui:options": { shape: "text" } },
  });
});

test("the size of a file is that of its bytes", () => {
  for (const size of [0, 1, 2, 3, 100, 1001]) {
    expect(countBytes(Buffer.alloc(size, 7).toString("base64"))).toBe(size);
  }
});
