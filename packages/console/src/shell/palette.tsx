import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import "@mantine/spotlight/styles.css";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { applicationsQuery } from "../api/applications.ts";
import { identityQuery } from "../api/identity.ts";
import { toolSearchQuery } from "../api/tools.ts";
import { Icon } from "../icons/icon.tsx";
import { ApplicationIcon } from "../parts/application-icon.tsx";
import { countOf } from "../parts/count-of.ts";
import { matchWords } from "../parts/match-words.ts";
import { describeError } from "../parts/problem.tsx";
import { maxSearchLength } from "../parts/search-field.tsx";
import { paletteFieldId, releaseKeys, takeKeys } from "./catch-keys.ts";
import { navGroups } from "./nav-items.ts";
import classes from "./palette.module.css";
import { useChosen } from "./use-chosen.ts";

const [store, { open }] = createSpotlight();

const listId = "palette-list";
const nameOption = (place: number): string => `palette-option-${place}`;

/**
 * Goes anywhere: pages, applications, and tools by what they do.
 *
 * @param openings how often somebody asked for it; it opens whenever this grows
 */
export function Palette({ openings }: { openings: number }): ReactNode {
  useEffect(() => {
    if (openings > 0) {
      open();
    }
  }, [openings]);
  const [query, setQuery] = useState("");
  const [search] = useDebouncedValue(query.trim(), 300);
  const navigate = useNavigate();
  const { data: identity } = useQuery(identityQuery);
  const { data: applications = [] } = useQuery({ ...applicationsQuery, enabled: query !== "" });
  const toolSearch = useQuery({ ...toolSearchQuery(search, 8), enabled: search.length > 1 });
  const isSearching = search !== query.trim() || (search.length > 1 && toolSearch.isFetching);
  const fits = matchWords(query);
  const pages = navGroups
    .flatMap(({ items }) => items)
    .filter((item) => identity?.role === "Admin" || item.isAdminOnly !== true)
    .filter(({ label, keywords = "" }) => fits(`${label} ${keywords}`))
    .map(
      ({ label, to, icon }): SpotlightActionData => ({
        id: `page ${to}`,
        label,
        leftSection: <Icon name={icon} />,
        onClick: () => navigate({ to }),
      }),
    );
  const fittingApplications =
    query.trim() === ""
      ? []
      : applications
          .filter(({ name, slug, categories }) => fits(`${name} ${slug} ${categories.join(" ")}`))
          .slice(0, 5)
          .map(
            ({ name, slug, toolCount }): SpotlightActionData => ({
              id: `application ${slug}`,
              label: name,
              description: `Application · ${countOf(toolCount, "tool")}`,
              leftSection: <ApplicationIcon slug={slug} size={28} />,
              onClick: () => navigate({ to: "/applications/$slug", params: { slug } }),
            }),
          );
  const fittingTools =
    search.length > 1
      ? (toolSearch.data?.items ?? []).map(
          ({ slug, name, applicationName, applicationSlug }): SpotlightActionData => ({
            id: `tool ${slug}`,
            label: name,
            description: `Tool · ${applicationName}`,
            leftSection: <ApplicationIcon slug={applicationSlug} size={28} />,
            onClick: () => navigate({ to: "/tools/$toolSlug", params: { toolSlug: slug } }),
          }),
        )
      : [];
  const all = [...pages, ...fittingApplications, ...fittingTools];
  const chosen = useChosen(
    store,
    query,
    all.map(({ id }) => id),
  );
  const groups = [
    { name: "Pages", label: "Pages", options: pages },
    { name: "Applications", label: "Applications", options: fittingApplications },
    // Until the new ones are found, those of the words before are shown.
    { name: "Tools", label: isSearching ? "Tools · Searching…" : "Tools", options: fittingTools },
  ].filter(({ options }) => options.length > 0);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={(words) => {
        chosen.forget();
        setQuery(words);
      }}
      onSpotlightClose={releaseKeys}
      // The frame has the keys, because it is there before.
      shortcut={null}
      // The field stays in its place, however many are found.
      centered={false}
      scrollable
      maxHeight={420}
      classNames={{
        actionsList: classes.list,
        actionBody: classes.body,
        actionLabel: classes.label,
        actionDescription: classes.description,
        actionsGroup: classes.group,
      }}
    >
      <Spotlight.Search
        id={paletteFieldId}
        maxLength={maxSearchLength}
        onFocus={() => {
          const typed = takeKeys();
          setQuery((before) => before + typed);
        }}
        onKeyDown={chosen.pressKey}
        leftSection={<Icon name="search" />}
        // As long as a phone has room for.
        placeholder="Pages, applications, tools"
        aria-label="Search pages, applications and tools"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen.place < 0 ? undefined : nameOption(chosen.place)}
      />
      {all.length > 0 ? (
        <Spotlight.ActionsList id={listId} role="listbox" aria-label="Found">
          {groups.map(({ name, label, options }) => (
            <Spotlight.ActionsGroup key={name} label={label} role="group" aria-label={label}>
              {options.map(({ id, ...option }) => {
                const place = all.findIndex((one) => one.id === id);
                return (
                  <Spotlight.Action
                    key={id}
                    {...option}
                    // Spotlight keeps `id` for itself.
                    ref={(element) => element?.setAttribute("id", nameOption(place))}
                    role="option"
                    aria-selected={place === chosen.place}
                    data-selected={place === chosen.place || undefined}
                  />
                );
              })}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      ) : (
        <Spotlight.Empty>
          <span role="status">
            {isSearching
              ? "Searching…"
              : toolSearch.isError
                ? describeError(toolSearch.error)
                : "Nothing found"}
          </span>
        </Spotlight.Empty>
      )}
    </Spotlight.Root>
  );
}
