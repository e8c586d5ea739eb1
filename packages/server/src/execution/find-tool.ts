import { invalidField, notFound } from "../api-error.ts";
import type { CompanyCatalog, ToolEntry } from "../catalog/company-catalog.ts";

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
