import { findNearestName } from "@bowline/contract/nearest-name";
import { findNearestSlug } from "../suggestions/nearest-slug.ts";
import type { CompanyCatalog } from "./company-catalog.ts";

/** Says that an application does not exist, and names the nearest one or where to look. */
export function describeUnknownApplication(
  { applications, awaitedApplications }: Pick<CompanyCatalog, "applications" | "awaitedApplications">,
  slug: string,
): string {
  if (awaitedApplications.includes(slug)) {
    return describeAwaited(slug);
  }
  const slugs = applications.map((application) => application.slug);
  // A few letters make few pairs: a swap of two changes most of them.
  const nearest = findNearestName(slug, slugs) ?? findNearestSlug(slug, slugs);
  const advice = nearest === null ? "GET /v1/applications lists them." : `Did you mean "${nearest}"?`;
  return `Application "${slug}" does not exist. ${advice}`;
}

/** Says what to do about a built-in application that is not installed yet. */
export const describeAwaited = (slug: string): string =>
  `Application "${slug}" is not installed yet. The server installs its built-in applications after its first start, which takes up to two minutes. Its log says when they are ready.`;
