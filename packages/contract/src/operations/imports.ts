import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { importApplicationBody, importRecord, importResult, importStarted } from "../resources/import.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { id } from "../resources/primitives.ts";

export const importApplication = defineOperation({
  id: "importApplication",
  method: "POST",
  path: "/v1/applications",
  tag: "Applications",
  summary: "Import or re-import an application",
  description:
    "Every operation of the description becomes a tool. An operation that cannot become a tool is listed in `skipped` with the reason. An import with the slug of an imported application updates it in one transaction; published tool slugs do not change.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  body: importApplicationBody,
  bodyLimit: "import",
  output: z.union([importResult, importStarted]),
  errors: [],
});

export const listImports = defineOperation({
  id: "listImports",
  method: "GET",
  path: "/v1/imports",
  tag: "Applications",
  summary: "List the caller's imports in the background",
  description: "Newest first. The last 50 are kept.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "none",
  query: z.object({ ...pageQuery() }),
  output: listOf("Import", importRecord),
  errors: [],
});

export const getImport = defineOperation({
  id: "getImport",
  method: "GET",
  path: "/v1/imports/{importId}",
  tag: "Applications",
  summary: "Get how far an import in the background is",
  description: "Only the account user who started it may. An import whose server stops has failed.",
  extension: true,
  auth: "admin",
  narrowed: "none",
  scope: "admin",
  budget: "standard",
  ownership: "caller",
  params: z.object({ importId: id }),
  output: importRecord,
  errors: ["NOT_FOUND"],
});
