import { expect, test } from "vitest";
import { hideSecrets } from "./hide-secrets.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    password: { type: "string", format: "password" },
    accounts: { type: "array", items: { $ref: "#/$defs/account" } },
  },
  $defs: { account: { type: "object", properties: { pin: { type: "string", writeOnly: true } } } },
};
const input = { name: "Robin", password: "x", accounts: [{ pin: "1", id: 2 }], other: 3 };

test("secrets are removed", () => {
  expect(hideSecrets(input, schema, schema, () => undefined)).toEqual({
    name: "Robin",
    accounts: [{ id: 2 }],
    other: 3,
  });
});

test("secrets are replaced by their names", () => {
  expect(hideSecrets(input, schema, schema, (name) => `<${name}>`)).toEqual({
    name: "Robin",
    password: "<password>",
    accounts: [{ pin: "<pin>", id: 2 }],
    other: 3,
  });
});
