import type { CatalogAuthentication } from "@bowline/catalog";
import type { Problem } from "../api-error.ts";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import { listEnvironments } from "../catalog/list-environments.ts";

/**
 * Chooses the environment named, else the first that fits the method.
 *
 * @param method null when it is not chosen yet
 * @param problems gets one when the application has no such environment, or the method cannot be used with it
 */
export function chooseEnvironment(
  { environments }: Pick<ApplicationEntry, "environments">,
  method: Pick<CatalogAuthentication, "fields"> | null,
  environment: string | null | undefined,
  problems: Problem[],
): string {
  const names =
    method === null ? environments.map(({ name }) => name) : listEnvironments(environments, method);
  if (environment != null && !names.includes(environment)) {
    problems.push({ field: "environment", issue: `Must be one of ${names.join(", ")}.` });
  }
  return environment ?? names[0] ?? "production";
}
