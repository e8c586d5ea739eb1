import { expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { refuse } from "../support/caller.ts";
import { followImport, startImport } from "../support/imports.ts";
import { proves } from "../support/proves.ts";

const admin = theAdmin();

test("a failed import has the error's code", proves("import.background.code"), async () => {
  const slug = uniqueName("code");
  const url = "http://127.0.0.1:9/openapi.json";
  await refuse(admin.post("/v1/applications", { source: "openapi", slug, url }), "VALIDATION_ERROR", ["url"]);
  const failed = (await followImport(admin, await startImport(admin, { slug, url }))).at(-1);
  expect(failed).toMatchObject({ status: 2, result: null, errorCode: "VALIDATION_ERROR" });
  const servers = [{ url: "https://code.example.com" }];
  const paths = { "/a": { get: { operationId: "a", responses: {} } } };
  const document = { openapi: "3.1.0", info: { title: "Codes", version: "1" }, servers, paths };
  const done = (await followImport(admin, await startImport(admin, { slug, document }))).at(-1);
  expect(done).toMatchObject({ status: 0, errorCode: null });
});
