import { invalidField } from "../api-error.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import { describeUnknownApplication } from "../catalog/describe-unknown-application.ts";

/** @throws ApiError `VALIDATION_ERROR` when the application that the body names does not exist (decisions D9a) */
export async function findApplicationOfBody(
  catalogs: Catalog,
  companyId: number,
  slug: string,
): Promise<ApplicationEntry> {
  const catalog = await catalogs.forCompany(companyId);
  const application = catalog.findApplication(slug);
  if (application === undefined) {
    throw invalidField("applicationSlug", describeUnknownApplication(catalog, slug));
  }
  return application;
}
