import type { CredentialField } from "@bowline/catalog";
import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import type { ConnectionRow } from "../db/connections.ts";
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
const fields = [field("region"), field("token", { overridable: false }), field("size", { enum: ["s", "l"] })];
const connection = { method: { fields } } as ConnectionRow;

function listFields(
  overrides: { fieldName: string; value: string }[],
  on: ConnectionRow | null = connection,
): string[] {
  try {
    checkOverrides(on, overrides);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return (error.details ?? []).map((problem) => problem.field);
  }
}

test("overridable fields are taken, by name", () => {
  const overrides = [
    { fieldName: "region", value: "us" },
    { fieldName: "size", value: "l" },
  ];
  expect(checkOverrides(connection, overrides)).toEqual({ region: "us", size: "l" });
});

test("none is none", () => {
  expect([
    checkOverrides(connection, null),
    checkOverrides(null, []),
    checkOverrides(null, undefined),
  ]).toEqual([{}, {}, {}]);
});

test("every problem is named where it stands", () => {
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

test("without a connection there is nothing to override", () => {
  expect(listFields([{ fieldName: "region", value: "us" }], null)).toEqual([
    "customConnectionData[0].fieldName",
  ]);
});
