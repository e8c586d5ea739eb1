import type { CredentialField } from "@bowline/contract";
import { expect, test } from "vitest";
import { buildApplicationEntry } from "./build-application-entry.ts";

/** A field with every member. A new member does not compile until it is added here. */
const field: Required<CredentialField> = {
  fieldName: "region",
  label: "Region",
  description: "Where it runs.",
  type: "string",
  required: true,
  secret: false,
  overridable: true,
  default: "eu",
  enum: ["eu", "us"],
  pattern: "[a-z]+",
  patternHint: "lower-case letters",
};

test("every public member of a credential field is in the record", () => {
  const { record } = buildApplicationEntry(
    {
      application_id: 1,
      company_id: 1,
      slug: "shop",
      source: "openapi",
      definition: {
        name: "Shop",
        description: "",
        categories: [],
        iconUrl: null,
        websiteUrl: null,
        requiresConnection: true,
        environments: [{ name: "production", serverUrl: "https://shop.test" }],
      },
      presentation: {},
    },
    [
      {
        authentication_id: 1,
        application_id: 1,
        definition: {
          key: "key",
          type: "apiKey",
          name: "Key",
          description: "",
          scopes: [],
          fields: [field],
          placements: [],
        },
      },
    ],
    0,
  );
  expect(record.authentications[0]?.fields).toEqual([field]);
});
