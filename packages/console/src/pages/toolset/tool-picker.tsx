import type { Tool } from "@bowline/sdk";
import { ActionIcon, Alert, Button, Checkbox, Group, Paper, Select, Stack, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { applicationToolsQuery } from "../../api/tools.ts";
import { Icon } from "../../icons/icon.tsx";
import { countOf } from "../../parts/count-of.ts";
import { describeTool } from "../../parts/describe-tool.ts";
import { filterTools, hints } from "../../parts/filter-tools.ts";
import { HintBadges } from "../../parts/hint-badges.tsx";
import { KeptButton } from "../../parts/kept-button.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { measureRow } from "../../parts/measure-row.ts";
import { filterWidth, SearchField } from "../../parts/search-field.tsx";
import { Tooltip } from "../../parts/tooltip.tsx";
import { isHeldBack } from "./approval-rule.ts";
import type { Draft } from "./draft.ts";
import classes from "./toolset-builder.module.css";

const route = getRouteApi("/toolsets/$toolsetId");
/** Pixels of a row at least: large letters need more. */
const rowHeight = 52;

interface ToolPickerProps {
  applicationSlug: string;
  draft: Draft;
  /** The tools chosen of this connection. */
  chosen: ReadonlySet<string>;
  change(toolSlugs: string[], isChosen: boolean): void;
  /** Opens what the toolset changes of a tool. */
  edit(tool: Tool): void;
  /** Removes tools that the application has no longer. */
  forget(toolSlugs: string[]): void;
}

/** The tools of one connection, each with a checkbox. "Select all" takes those that the filter shows. */
export function ToolPicker({ applicationSlug, ...props }: ToolPickerProps): ReactNode {
  const query = useQuery(applicationToolsQuery(applicationSlug));
  return (
    <Loaded query={query} lines={8}>
      {(tools) => <FilteredPicker tools={tools} {...props} />}
    </Loaded>
  );
}

interface FilteredPickerProps extends Omit<ToolPickerProps, "applicationSlug"> {
  tools: Tool[];
}

function FilteredPicker({ tools, draft, chosen, change, edit, forget }: FilteredPickerProps): ReactNode {
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
  const gone = useMemo(() => {
    const known = new Set(tools.map(({ slug }) => slug));
    return [...chosen].filter((slug) => !known.has(slug));
  }, [tools, chosen]);
  return (
    <Paper>
      {gone.length > 0 && <GoneTools slugs={gone} forget={() => forget(gone)} />}
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
            {...filterWidth}
          />
        </Group>
        <Group gap="xs" justify="space-between">
          <Text size="sm" c="dimmed" aria-live="polite">
            {shownChosen.toLocaleString("en")} of{" "}
            {countOf(fitting.length, isFiltered ? "shown tool" : "tool")} chosen
          </Text>
          <Group gap="xs">
            <KeptButton
              size="compact-sm"
              variant="default"
              isIdle={shownChosen === fitting.length}
              onClick={() => change(slugs, true)}
            >
              {isFiltered ? "Select all shown" : "Select all"}
            </KeptButton>
            <KeptButton
              size="compact-sm"
              variant="default"
              isIdle={shownChosen === 0}
              onClick={() => change(slugs, false)}
            >
              {isFiltered ? "Clear shown" : "Clear"}
            </KeptButton>
          </Group>
        </Group>
      </Stack>
      {fitting.length === 0 && (
        <Text size="sm" c="dimmed" p="md" pt={0}>
          {tools.length === 0 ? "This application has no tools." : "No tool matches the filter."}
        </Text>
      )}
      <ToolCheckboxes tools={fitting} draft={draft} chosen={chosen} change={change} edit={edit} />
    </Paper>
  );
}

/** The most slugs that are named. */
const mostNamed = 5;

/** Tools of the toolset that a new import has removed. The server refuses to save them. */
function GoneTools({ slugs, forget }: { slugs: readonly string[]; forget(): void }): ReactNode {
  const named = slugs.slice(0, mostNamed).join(", ");
  const rest = slugs.length - mostNamed;
  return (
    <Alert
      color="orange"
      icon={<Icon name="triangle-alert" />}
      title={slugs.length === 1 ? "A chosen tool is gone" : `${slugs.length} chosen tools are gone`}
      m="md"
      mb={0}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="var(--mantine-color-text)" style={{ overflowWrap: "anywhere" }}>
          The application no longer has {named}
          {rest > 0 && ` and ${rest} more`}. Remove what is gone, then save.
        </Text>
        <Button size="xs" variant="default" onClick={forget}>
          Remove what is gone
        </Button>
      </Stack>
    </Alert>
  );
}

function ToolCheckboxes({
  tools,
  draft,
  chosen,
  change,
  edit,
}: Omit<FilteredPickerProps, "forget">): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const getItemKey = useCallback((index: number) => tools[index]?.slug ?? index, [tools]);
  const virtualizer = useVirtualizer({
    count: tools.length,
    getItemKey,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    measureElement: measureRow,
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
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.tool}
              style={{ minHeight: rowHeight, transform: `translateY(${start}px)` }}
            >
              <Checkbox
                id={`tool-${tool.slug}`}
                aria-label={tool.name}
                checked={chosen.has(tool.slug)}
                onChange={(event) => change([tool.slug], event.currentTarget.checked)}
              />
              <label htmlFor={`tool-${tool.slug}`} style={{ flex: 1, minWidth: 0, cursor: "pointer" }}>
                <Text size="sm" fw={550} truncate dir="auto">
                  {tool.name}
                </Text>
                <Text size="xs" c="dimmed" truncate dir="auto">
                  {describeChanges(draft.tools[tool.slug]) ?? (describeTool(tool) || tool.slug)}
                </Text>
              </label>
              {chosen.has(tool.slug) && isHeldBack(draft.approvals, tool) && (
                <Tooltip label="A person approves each call first">
                  <span role="img" aria-label="Waits for approval" style={{ display: "flex" }}>
                    <Icon name="hand" size={16} />
                  </span>
                </Tooltip>
              )}
              <HintBadges tool={tool} isCompact />
              {chosen.has(tool.slug) && (
                <Tooltip label="Name, description and fixed inputs">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Change what agents see of ${tool.name}`}
                    onClick={() => edit(tool)}
                  >
                    <Icon name="pencil" size={16} />
                  </ActionIcon>
                </Tooltip>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** What the toolset changes of a tool, in words; null: nothing. */
function describeChanges(changes: Draft["tools"][string] | undefined): string | null {
  const fixed = Object.keys(changes?.presets ?? {});
  const parts = [
    changes?.name == null ? null : `Agents see ${changes.name}`,
    changes?.description == null ? null : changes.name == null ? "Own description" : "own description",
    fixed.length === 0 ? null : `fixed: ${fixed.join(", ")}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}
