import { useDebouncedValue } from "@mantine/hooks";
import type { SpotlightActionData } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { applicationsQuery } from "../api/applications.ts";
import { identityQuery } from "../api/identity.ts";
import { toolSearchQuery } from "../api/tools.ts";
import { Icon } from "../icons/icon.tsx";
import { ApplicationIcon } from "../parts/application-icon.tsx";
import { countOf } from "../parts/count-of.ts";
import { matchWords } from "../parts/match-words.ts";
import { navGroups } from "./nav-items.ts";

/** What the palette finds for some words. */
export interface FoundPlaces {
  pages: SpotlightActionData[];
  applications: SpotlightActionData[];
  /** Until the new ones are found, those of the words before. */
  tools: SpotlightActionData[];
  isSearching: boolean;
  /** Why no tools were found; null: no reason. */
  error: Error | null;
}

/** Finds pages, applications, and tools by what they do. */
export function useFoundPlaces(query: string): FoundPlaces {
  const [search] = useDebouncedValue(query.trim(), 300);
  const navigate = useNavigate();
  const { data: identity } = useQuery(identityQuery);
  const { data: applications = [] } = useQuery({ ...applicationsQuery, enabled: query !== "" });
  const toolSearch = useQuery({ ...toolSearchQuery(search, 8), enabled: search.length > 1 });
  const fits = matchWords(query);
  return {
    pages: navGroups
      .flatMap(({ items }) => items)
      .filter((item) => identity?.role === "Admin" || item.isAdminOnly !== true)
      .filter(({ label, keywords = "" }) => fits(`${label} ${keywords}`))
      .map(({ label, to, icon }) => ({
        id: `page ${to}`,
        label,
        leftSection: <Icon name={icon} />,
        onClick: () => navigate({ to }),
      })),
    applications:
      query.trim() === ""
        ? []
        : applications
            .filter(({ name, slug, categories }) => fits(`${name} ${slug} ${categories.join(" ")}`))
            .slice(0, 5)
            .map(({ name, slug, toolCount }) => ({
              id: `application ${slug}`,
              label: name,
              description: `Application · ${countOf(toolCount, "tool")}`,
              leftSection: <ApplicationIcon slug={slug} size={28} />,
              onClick: () => navigate({ to: "/applications/$slug", params: { slug } }),
            })),
    tools:
      search.length > 1
        ? (toolSearch.data?.items ?? []).map(({ slug, name, applicationName, applicationSlug }) => ({
            id: `tool ${slug}`,
            label: name,
            description: `Tool · ${applicationName}`,
            leftSection: <ApplicationIcon slug={applicationSlug} size={28} />,
            onClick: () => navigate({ to: "/tools/$toolSlug", params: { toolSlug: slug } }),
          }))
        : [],
    isSearching: search !== query.trim() || (search.length > 1 && toolSearch.isFetching),
    error: toolSearch.error,
  };
}
