import { expect, test } from "vitest";
import { prepareSchemas } from "./strict-schema.ts";

test("nulls that stand for members left out are taken out of definitions, too, whatever their names", () => {
  const schema = {
    type: "object",
    properties: { size: { $ref: "#/$defs/shop~1size%25" } },
    required: ["size"],
    $defs: { "shop/size%": { type: "object", properties: { width: { type: "number" } } } },
  };
  const { clean } = prepareSchemas([{ name: "measure", schema }], true);
  expect(clean("measure", '{"size": {"width": null}}')).toEqual({ size: {} });
});
