import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { chooseOrigins } from "./choose-origins.ts";

const known = "https://api.example.com";
const added = "https://new.example.com";
const application = { environments: [{ name: "production", serverUrl: `${added}/v1` }] };
const connection = {
  method: { fields: [], placements: [] },
  environment: "production",
  toolServers: [`${known}/v1`],
  fields: {},
  sealedOrigins: [known],
};
const secrets = { username: "me", password: "secret" };

/** The application's description contains a second origin, and the owner changes the connection. */
const choose = (wanted: Parameters<typeof chooseOrigins>[4]): string[] | null =>
  chooseOrigins(
    application as never,
    connection as never,
    secrets,
    { environment: "production", fields: {}, secrets },
    wanted,
  );

test("secrets that are all entered anew may go to every origin of the description", () => {
  expect(choose({ fields: secrets })).toEqual([known, added]);
});

test("one secret that is entered anew says nothing of where the others may go", () => {
  expect(choose({ fields: { password: "new" } })).toBeNull();
});

test("a named confirmation allows the origins it names and those that were allowed before", () => {
  expect(choose({ confirmOrigins: [added] })).toEqual([known, added]);
  expect(() => choose({ confirmOrigins: ["https://other.example.com"] })).toThrow(ApiError);
});

test("a named confirmation does not allow what an override could choose besides", () => {
  const region = { fieldName: "region", overridable: true, enum: ["eu", "us"] };
  const regional = { environments: [{ name: "production", serverUrl: "https://{region}.example.com" }] };
  const changed = { environment: "production", fields: { region: "eu" }, secrets };
  const row = { ...connection, method: { fields: [region], placements: [] }, toolServers: [] };
  const origins = (confirmOrigins: string[] | true) =>
    chooseOrigins(regional as never, row as never, secrets, changed, { confirmOrigins });
  expect(origins(["https://eu.example.com"])).toEqual(["https://eu.example.com"]);
  expect(origins(true)).toEqual(["https://eu.example.com", "https://us.example.com"]);
});
