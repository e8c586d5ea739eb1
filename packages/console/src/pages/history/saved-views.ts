import type { HistorySearch } from "./read-filters.ts";

/** Filters of the history under a name. They stay in this browser. */
export interface SavedView {
  name: string;
  search: HistorySearch;
}

const storageKey = "bowline-history-views";

export function readSavedViews(storage: Pick<Storage, "getItem">): SavedView[] {
  try {
    const saved: unknown = JSON.parse(storage.getItem(storageKey) ?? "[]");
    return Array.isArray(saved) ? saved.filter(isSavedView) : [];
  } catch {
    return [];
  }
}

export function writeSavedViews(storage: Pick<Storage, "setItem">, views: readonly SavedView[]): void {
  storage.setItem(storageKey, JSON.stringify(views));
}

/** Adds a view at the end. One of the same name is replaced where it stands. */
export function addSavedView(views: readonly SavedView[], view: SavedView): SavedView[] {
  return views.some(({ name }) => name === view.name)
    ? views.map((one) => (one.name === view.name ? view : one))
    : [...views, view];
}

/** Whether two addresses have the same filters. */
export function isSameSearch(one: HistorySearch, other: HistorySearch): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof HistorySearch>;
  return [...names].every((name) => one[name] === other[name]);
}

const isSavedView = (value: unknown): value is SavedView => {
  const { name, search } = (value ?? {}) as Partial<SavedView>;
  return (
    typeof name === "string" &&
    typeof search === "object" &&
    search !== null &&
    Object.values(search).every((filter) => typeof filter === "string")
  );
};
