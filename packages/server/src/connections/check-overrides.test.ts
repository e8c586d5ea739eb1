import type { CatalogAuthentication, CredentialField } from "@bowline/catalog";
import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { checkOverrides } from "./check-overrides.ts";

const field = (fieldName: string, changes: Partial<CredentialField> = {}): CredentialField => ({
  fieldName,
  label: fieldName,
  description: "",
  type: "string",
  required: false,
  secret: false,
  overridable: true,
  default: null,
  ...changes,
});
const fields = [
  field("region", { pattern: "[a-z]{2}" }),
  field("token", { overridable: false }),
  field("size", { enum: ["s", "l"] }),
  field("tenant"),
  field("count", { type: "number" }),
];
const application = {
  environments: [{ name: "production", serverUrl: "https://{tenant}.example.com/{region}" }],
};
const connection = {
  method: { fields, placements: [] as CatalogAuthentication["placements"] },
  environment: "production",
  toolServers: [] as string[],
} as ConnectionRow;

function listFields(
  overrides: { fieldName: string; value: string }[],
  on: ConnectionRow | null = connection,
  described = application,
): string[] {
  try {
    checkOverrides(on, described, overrides);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return (error.details ?? []).map((problem) => problem.field);
  }
}

test("values of overridable fields are returned by name", () => {
  const overrides = [
    { fieldName: "region", value: "us" },
    { fieldName: "size", value: "l" },
  ];
  expect(checkOverrides(connection, application, overrides)).toEqual({ region: "us", size: "l" });
});

test("no overrides are no values", () => {
  expect([
    checkOverrides(connection, application, null),
    checkOverrides(null, application, []),
    checkOverrides(null, application, undefined),
  ]).toEqual([{}, {}, {}]);
});

test("every problem is reported with its field", () => {
  const overrides = [
    { fieldName: "token", value: "x" },
    { fieldName: "region", value: "us" },
    { fieldName: "planet", value: "mars" },
    { fieldName: "region", value: "eu" },
    { fieldName: "size", value: "m" },
    { fieldName: "__proto__", value: "x" },
  ];
  expect(listFields(overrides)).toEqual([
    "customConnectionData[0].fieldName",
    "customConnectionData[2].fieldName",
    "customConnectionData[3].fieldName",
    "customConnectionData[4].value",
    "customConnectionData[5].fieldName",
  ]);
});

test("a value must satisfy all rules of its field", () => {
  const refused = (fieldName: string, value: string) => listFields([{ fieldName, value }]);
  expect(refused("region", "eu")).toEqual([]);
  for (const [fieldName, value] of [
    ["region", "eu/../../admin"],
    ["count", "many"],
    ["size", "m"],
    ["count", "1".repeat(70_000)],
  ] as const) {
    expect(refused(fieldName, value)).toEqual(["customConnectionData[0].value"]);
  }
});

test("a value must fit its place in the address or a header", () => {
  const placements: CatalogAuthentication["placements"] = [{ in: "header", name: "x-size", value: "{note}" }];
  const application = { environments: [{ name: "production", serverUrl: "https://a.example/{plain}" }] };
  const method = { fields: [field("plain"), field("note")], placements };
  const on = { method, environment: "production", toolServers: [] as string[] } as unknown as ConnectionRow;
  const refused = (plain: string, note: string) => {
    const overrides = [
      { fieldName: "note", value: note },
      { fieldName: "plain", value: plain },
    ];
    return listFields(overrides, on, application);
  };
  expect(refused("a/b c", "fine")).toEqual([]);
  expect(refused("../a", "fine")).toEqual(["customConnectionData[1].value"]);
  expect(refused("", "fine")).toEqual(["customConnectionData[1].value"]);
  expect(refused("a", "two\nlines")).toEqual(["customConnectionData[0].value"]);
});

test("a value may be empty where that is the default", () => {
  const application = { environments: [{ name: "production", serverUrl: "https://a.example/{version}" }] };
  const overrides = [{ fieldName: "version", value: "" }];
  const offering = (usual: string) => {
    const method = { fields: [field("version", { default: usual, enum: ["v1", "v2"] })], placements: [] };
    return { ...connection, method, fields: { version: "v2" } } as unknown as ConnectionRow;
  };
  expect(checkOverrides(offering(""), application, overrides)).toEqual({ version: "" });
  expect(listFields(overrides, offering("v1"), application)).toEqual(["customConnectionData[0].value"]);
});

test("a field that decides the host is overridable only with an enum", () => {
  const overrides = [{ fieldName: "tenant", value: "evil" }];
  expect(listFields(overrides)).toEqual(["customConnectionData[0].fieldName"]);
  const listed = fields.map((one) => (one.fieldName === "tenant" ? { ...one, enum: ["acme", "beta"] } : one));
  const confined = { ...connection, method: { ...connection.method, fields: listed } };
  expect(listFields([{ fieldName: "tenant", value: "beta" }], confined)).toEqual([]);
  expect(listFields(overrides, confined)).toEqual(["customConnectionData[0].value"]);
});

test("without a connection there is nothing to override", () => {
  expect(listFields([{ fieldName: "region", value: "us" }], null)).toEqual([
    "customConnectionData[0].fieldName",
  ]);
});
