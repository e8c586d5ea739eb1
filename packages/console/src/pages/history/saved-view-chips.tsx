import { Button, CloseButton, Group, Popover, Text, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { useLeftFocus } from "../../parts/use-left-focus.ts";
import type { HistorySearch } from "./read-filters.ts";
import {
  addSavedView,
  isSameSearch,
  readSavedViews,
  type SavedView,
  writeSavedViews,
} from "./saved-views.ts";

/** The saved views of this browser, each a link, and a way to save the filters of now. */
export function SavedViewChips({ search }: { search: HistorySearch }): ReactNode {
  const [views, setViews] = useState(() => readSavedViews(window.localStorage));
  const change = (build: (saved: SavedView[]) => SavedView[]) => {
    // Another tab may have saved one meanwhile.
    const changed = build(readSavedViews(window.localStorage));
    writeSavedViews(window.localStorage, changed);
    setViews(changed);
  };
  const section = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLDivElement>(null);
  const isSaved = views.some((view) => isSameSearch(view.search, search));
  const hasFilters = Object.values(search).some((filter) => filter !== undefined);
  if (views.length === 0 && !hasFilters) {
    return null;
  }
  return (
    <Group gap="xs" component="section" aria-label="Saved views" ref={section}>
      {views.length > 0 && (
        <Group gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {views.map((view) => (
            <SavedViewChip
              key={view.name}
              section={section}
              view={view}
              current={isSameSearch(view.search, search) ? current : undefined}
              remove={() => change((saved) => saved.filter(({ name }) => name !== view.name))}
            />
          ))}
        </Group>
      )}
      {hasFilters && !isSaved && (
        <SaveView
          saved={current}
          save={(name) => change((saved) => addSavedView(saved, { name, search: dropUndefined(search) }))}
        />
      )}
    </Group>
  );
}

interface SavedViewChipProps {
  /** What has the focus when the last view, which had it, is deleted. */
  section: RefObject<HTMLElement | null>;
  view: SavedView;
  /** Of the view whose filters are those of now. */
  current: RefObject<HTMLDivElement | null> | undefined;
  remove(): void;
}

function SavedViewChip({ section, view: { name, search }, current, remove }: SavedViewChipProps): ReactNode {
  useLeftFocus(section);
  return (
    <Group gap={0} wrap="nowrap" component="li" ref={current}>
      <Button
        size="compact-sm"
        radius="xl"
        variant={current === undefined ? "default" : "filled"}
        aria-current={current === undefined ? undefined : "true"}
        renderRoot={(props) => <Link to="/history" search={search} {...props} />}
      >
        {name}
      </Button>
      <CloseButton size={26} aria-label={`Delete the view ${name}`} onClick={remove} />
    </Group>
  );
}

interface SaveViewProps {
  /** The view of now once it is saved. It has the focus afterward. */
  saved: RefObject<HTMLElement | null>;
  save(name: string): void;
}

function SaveView({ saved, save }: SaveViewProps): ReactNode {
  useLeftFocus(saved);
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") {
      save(name.trim());
      setName("");
      setIsOpen(false);
    }
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus returnFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button
          size="compact-sm"
          radius="xl"
          variant="subtle"
          leftSection={<Icon name="star" size={14} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Save view
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <Group align="flex-end" gap="xs">
            <TextInput
              label="Name of the view"
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Button type="submit" disabled={name.trim() === ""}>
              Save
            </Button>
          </Group>
          <Text size="xs" c="dimmed" mt={6}>
            Views are kept in this browser only.
          </Text>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

const dropUndefined = (search: HistorySearch): HistorySearch =>
  Object.fromEntries(Object.entries(search).filter(([, filter]) => filter !== undefined));
