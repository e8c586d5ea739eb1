import { expect, test } from "vitest";
import { isSecretName } from "./is-secret-name.ts";
import { maskSecretInputs } from "./mask-inputs.ts";

test.each([
  ...[
    "password",
    "secret",
    "clientSecret",
    "client_secret",
    "CLIENT-SECRET",
    "token",
    "accessToken",
    "access_token",
  ],
  ...[
    "refreshToken",
    "apiKey",
    "api_key",
    "apikey",
    "X-Api-Key",
    "authorization",
    "Authorization",
    "privateKey",
  ],
  ...[
    "private_key",
    "newPassword",
    "password2",
    "passwordConfirmation",
    "webhook_secret",
    "bot token",
    "passphrase",
  ],
])("%s is named for a secret", (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  ...[
    "pageToken",
    "page_token",
    "nextToken",
    "nextPageToken",
    "continuation_token",
    "syncToken",
    "startToken",
  ],
  ...[
    "tokens",
    "max_tokens",
    "tokenType",
    "secretary",
    "passwordPolicy",
    "author",
    "key",
    "keys",
    "title",
    "secretName",
  ],
])("%s is not", (name) => {
  expect(isSecretName(name)).toBe(false);
});

const schema = {
  properties: {
    pin: { type: "string", format: "password" },
    code: { $ref: "#/$defs/Code" },
    list: {
      type: "array",
      items: { anyOf: [{ type: "integer" }, { properties: { card: { writeOnly: true } } }] },
    },
    tree: { $ref: "#/$defs/Tree" },
  },
  $defs: {
    Code: { allOf: [{ type: "string" }, { writeOnly: true }] },
    Tree: { properties: { child: { $ref: "#/$defs/Tree" } }, additionalProperties: { format: "password" } },
  },
};

test("what the schema calls a secret is masked at any depth, and so is what is named for one", () => {
  const input = {
    pin: "1",
    code: "2",
    list: [5, { card: 4111, note: "x" }, { auth: { apiKey: ["k"] } }],
    tree: { child: { child: { other: "3" } } },
    free: { "refresh-token": "4", pageToken: "5", resetPassword: true, password: null },
  };
  const before = structuredClone(input);
  expect(maskSecretInputs(schema, input)).toEqual({
    pin: "***",
    code: "***",
    list: [5, { card: "***", note: "x" }, { auth: { apiKey: "***" } }],
    tree: { child: { child: { other: "***" } } },
    free: { "refresh-token": "***", pageToken: "5", resetPassword: true, password: null },
  });
  expect(input).toEqual(before);
});

test("an input without secrets stays the same object", () => {
  const input = { title: "x", list: [1, { note: "y" }], tree: { child: { child: {} } } };
  expect(maskSecretInputs(schema, input)).toBe(input);
});
