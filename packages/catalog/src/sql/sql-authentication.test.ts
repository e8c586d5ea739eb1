import { expect, it } from "vitest";
import { buildFileAuthentication, buildSqlAuthentication } from "./sql-authentication.ts";

it("labels the fields of a database as people write them", () => {
  const methods = [buildSqlAuthentication("postgresql"), buildFileAuthentication()];
  expect(methods.map(({ fields }) => fields.map(({ label }) => label))).toEqual([
    ["Host", "Port", "Database", "User", "Password", "SSL mode", "CA certificate", "Read only"],
    ["File", "Read only"],
  ]);
});
