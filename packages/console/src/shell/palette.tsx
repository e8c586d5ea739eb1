import { createSpotlight, Spotlight } from "@mantine/spotlight";
import "@mantine/spotlight/styles.css";
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../icons/icon.tsx";
import { describeError } from "../parts/problem.tsx";
import { maxSearchLength } from "../parts/search-field.tsx";
import { paletteFieldId, releaseKeys, takeKeys } from "./catch-keys.ts";
import classes from "./palette.module.css";
import { useChosen } from "./use-chosen.ts";
import { useFoundPlaces } from "./use-found-places.tsx";

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
  const { pages, applications, tools, isSearching, error } = useFoundPlaces(query);
  const all = [...pages, ...applications, ...tools];
  const chosen = useChosen(
    store,
    query,
    all.map(({ id }) => id),
  );
  const groups = [
    { name: "Pages", label: "Pages", options: pages },
    { name: "Applications", label: "Applications", options: applications },
    { name: "Tools", label: isSearching ? "Tools · Searching…" : "Tools", options: tools },
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
            {isSearching ? "Searching…" : error === null ? "Nothing found" : describeError(error)}
          </span>
        </Spotlight.Empty>
      )}
    </Spotlight.Root>
  );
}
