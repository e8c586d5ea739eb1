import { ApiError, invalidField, notFound } from "../api-error.ts";
import type { CompanyCatalog, ToolEntry } from "../catalog/company-catalog.ts";
import { type Caller, describeCredential } from "../db/people/callers.ts";
import type { ExecutionRequest } from "./execution-request.ts";

/**
 * Finds the tool that a request names, for a caller whose credential may use it.
 *
 * @throws ApiError `NOT_FOUND`, `VALIDATION_ERROR`; `TOOL_NOT_PERMITTED` when the credential is read-only and the tool is not
 */
export function findPermittedTool(
  catalog: CompanyCatalog,
  caller: Caller,
  { toolSlug, applicationSlug }: Pick<ExecutionRequest, "toolSlug" | "applicationSlug">,
): ToolEntry {
  const tool = findTool(catalog, toolSlug, applicationSlug);
  const { credential } = caller;
  if (credential.narrowing.isReadOnly && !tool.isReadOnly) {
    throw new ApiError(
      "TOOL_NOT_PERMITTED",
      `This ${describeCredential(credential)} is read-only, and "${tool.slug}" may change data.`,
    );
  }
  return tool;
}

/**
 * Finds a tool by its slug, or by application and bare operation (decisions D21).
 *
 * @throws ApiError `NOT_FOUND`; `VALIDATION_ERROR` when the slug is another application's
 */
export function findTool(
  catalog: CompanyCatalog,
  toolSlug: string,
  applicationSlug: string | null,
): ToolEntry {
  if (applicationSlug === null) {
    const tool = catalog.findTool(toolSlug);
    if (tool === undefined) {
      throw notFound(`Tool "${toolSlug}"`);
    }
    return tool;
  }
  const application = catalog.findApplication(applicationSlug);
  if (application === undefined) {
    throw notFound(`Application "${applicationSlug}"`);
  }
  const tool = catalog.findOperation(application, toolSlug) ?? catalog.findTool(toolSlug);
  if (tool === undefined) {
    throw notFound(`Tool "${toolSlug}" of application "${applicationSlug}"`);
  }
  if (tool.application !== application) {
    throw invalidField(
      "applicationSlug",
      `The tool "${toolSlug}" belongs to application "${tool.application.slug}".`,
    );
  }
  return tool;
}
