import type { Application } from "@bowline/sdk";
import { compareNames } from "../../parts/compare-names.ts";
import { describeApplicationSource } from "../../parts/describe-application-source.ts";
import { describeCategory } from "../../parts/describe-category.ts";
import { matchWords } from "../../parts/match-words.ts";

interface Filters {
  search?: string | undefined;
  category?: string | undefined;
  source?: string | undefined;
}

/** Filters the catalog. Connected applications come first, then names that begin with the search. */
export function filterApplications(
  applications: readonly Application[],
  { search = "", category, source }: Filters,
  connected: ReadonlyMap<string, number>,
): Application[] {
  const fits = matchWords(search);
  const [first = ""] = search.trim().toLowerCase().split(/\s+/, 1);
  const rank = (application: Application): number =>
    (first !== "" && application.name.toLowerCase().startsWith(first) ? 0 : 2) +
    (connected.has(application.slug) ? 0 : 1);
  return applications
    .filter(
      (application) =>
        (category === undefined || application.categories.includes(category)) &&
        (source === undefined || application.source === source) &&
        fits(
          `${application.name} ${application.slug} ${application.categories.join(" ")} ${application.description}`,
        ),
    )
    .toSorted((one, other) => rank(one) - rank(other) || compareNames(one.name, other.name));
}

/** The categories that occur, by name. */
export const listCategories = (applications: readonly Application[]): { value: string; label: string }[] =>
  [...new Set(applications.flatMap(({ categories }) => categories))]
    .map((value) => ({ value, label: describeCategory(value) }))
    .sort((one, other) => compareNames(one.label, other.label));

/** The kinds of sources that occur. */
export const listSources = (applications: readonly Application[]): { value: string; label: string }[] =>
  [...new Set(applications.map(({ source }) => source))].map((value) => ({
    value,
    label: describeApplicationSource(value),
  }));
