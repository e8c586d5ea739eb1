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

test("what is named like a secret, or is one in an alternative, is removed at any depth", () => {
  const alternatives = {
    properties: {
      login: { oneOf: [{ properties: { pin: { writeOnly: true } } }, { properties: { user: {} } }] },
      codes: { additionalProperties: { format: "password" } },
    },
  };
  const entered = {
    api_key: "k",
    resetPassword: true,
    pageToken: "p",
    login: { pin: "1", user: "u" },
    codes: { first: "1" },
    free: { list: [{ client_secret: "s", id: 1 }], passwords: ["a"] },
  };
  expect(hideSecrets(entered, alternatives, alternatives, () => undefined)).toEqual({
    resetPassword: true,
    pageToken: "p",
    login: { user: "u" },
    codes: {},
    free: { list: [{ id: 1 }] },
  });
});
