import type { Tool } from "@bowline/sdk";
import { Button, Checkbox, Group, Paper, Select, Stack, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from "react";
import { applicationToolsQuery } from "../../api/tools.ts";
import { filterTools, hints } from "../../parts/filter-tools.ts";
import { HintBadges } from "../../parts/hint-badges.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import classes from "./toolset-builder.module.css";

const route = getRouteApi("/toolsets/$toolsetId");
const rowHeight = 52;

interface ToolPickerProps {
  applicationSlug: string;
  chosen: ReadonlySet<string>;
  change(toolSlugs: string[], isChosen: boolean): void;
}

/** The tools of one connection, each with a checkbox. "Select all" takes those that the filter shows. */
export function ToolPicker({ applicationSlug, chosen, change }: ToolPickerProps): ReactNode {
  const query = useQuery(applicationToolsQuery(applicationSlug));
  return (
    <Loaded query={query} lines={8}>
      {(tools) => <FilteredPicker tools={tools} chosen={chosen} change={change} />}
    </Loaded>
  );
}

interface FilteredPickerProps extends Omit<ToolPickerProps, "applicationSlug"> {
  tools: Tool[];
}

function FilteredPicker({ tools, chosen, change }: FilteredPickerProps): ReactNode {
  const { search: searchedFor = "", hint = null } = route.useSearch();
  const navigate = route.useNavigate();
  const [search, setSearch] = useState(searchedFor);
  const deferred = useDeferredValue(search);
  const keepSearch = useDebouncedCallback((text: string) => {
    void navigate({ search: (before) => ({ ...before, search: text || undefined }), replace: true });
  }, 300);
  const searchFor = (text: string) => {
    setSearch(text);
    keepSearch(text);
  };
  const setHint = (value: string | null) =>
    navigate({ search: (before) => ({ ...before, hint: value ?? undefined }), replace: true });
  const fitting = useMemo(
    () => filterTools(tools, { search: deferred, hint: hint ?? undefined }),
    [tools, deferred, hint],
  );
  const slugs = fitting.map(({ slug }) => slug);
  const shownChosen = slugs.filter((slug) => chosen.has(slug)).length;
  const isFiltered = fitting.length < tools.length;
  return (
    <Paper>
      <Stack gap="sm" p="md" pb="sm">
        <Group gap="sm">
          <SearchField label="Filter" placeholder="Filter tools" value={search} onChange={searchFor} />
          <Select
            aria-label="What it does"
            placeholder="Anything"
            data={hints}
            value={hint}
            onChange={setHint}
            clearable
            w={150}
          />
        </Group>
        <Group gap="xs" justify="space-between">
          <Text size="sm" c="dimmed" aria-live="polite">
            {shownChosen.toLocaleString("en")} of {fitting.length.toLocaleString("en")}{" "}
            {isFiltered ? "shown tools" : "tools"} chosen
          </Text>
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              disabled={shownChosen === fitting.length}
              onClick={() => change(slugs, true)}
            >
              {isFiltered ? "Select all shown" : "Select all"}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={shownChosen === 0}
              onClick={() => change(slugs, false)}
            >
              {isFiltered ? "Clear shown" : "Clear"}
            </Button>
          </Group>
        </Group>
      </Stack>
      {fitting.length === 0 && (
        <Text size="sm" c="dimmed" p="md" pt={0}>
          {tools.length === 0 ? "This application has no tools." : "No tool fits the filter."}
        </Text>
      )}
      <ToolCheckboxes tools={fitting} chosen={chosen} change={change} />
    </Paper>
  );
}

function ToolCheckboxes({ tools, chosen, change }: FilteredPickerProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  return (
    <div ref={scroller} className={classes.scroller} role="group" aria-label="Tools">
      <div style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const tool = tools[index];
          return tool === undefined ? null : (
            <div
              key={tool.slug}
              className={classes.tool}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <Checkbox
                id={`tool-${tool.slug}`}
                aria-label={tool.name}
                checked={chosen.has(tool.slug)}
                onChange={(event) => change([tool.slug], event.currentTarget.checked)}
              />
              <label htmlFor={`tool-${tool.slug}`} style={{ flex: 1, minWidth: 0, cursor: "pointer" }}>
                <Text size="sm" fw={550} truncate>
                  {tool.name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {tool.description || tool.slug}
                </Text>
              </label>
              <HintBadges tool={tool} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
