import {
  importOpenApi,
  type OpenApiImportInput,
  type OpenApiImportResult,
} from "../src/openapi/import-openapi.ts";
import type { CatalogTool, HttpBinding } from "../src/tool.ts";

/** This warning is removed, because few of these documents have credentials and few tests concern them. */
const missingCredentials = "The document states no security scheme";

/** Imports a document of a test. Members that the test does not need are filled in. */
export function importSmallDocument(
  members: { [member: string]: unknown },
  options: Omit<Partial<OpenApiImportInput>, "document" | "text"> = {},
): OpenApiImportResult {
  const version = members.swagger === undefined ? { openapi: "3.0.3" } : {};
  const document = {
    ...version,
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.test/v1" }],
    paths: {},
    ...members,
  };
  const result = importOpenApi({ slug: "shop", document: structuredClone(document), ...options });
  const warnings = result.warnings.filter((warning) => !warning.startsWith(missingCredentials));
  return { ...result, warnings };
}

/** Returns the only tool of a document with one operation, by default `GET /things`. */
export function importOperation(
  operation: { [member: string]: unknown },
  {
    path = "/things",
    method = "get",
    ...members
  }: { [member: string]: unknown; path?: string; method?: string } = {},
): CatalogTool & { binding: HttpBinding } {
  const { application, skipped } = importSmallDocument({
    ...members,
    paths: { [path]: { [method]: operation } },
  });
  const [tool] = application.tools;
  if (tool?.binding.kind !== "http") {
    throw new Error(`No tool was made: ${JSON.stringify(skipped)}`);
  }
  return { ...tool, binding: tool.binding };
}
