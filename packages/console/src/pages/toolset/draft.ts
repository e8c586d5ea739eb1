import type { Toolset, ToolsetConnectionInput } from "@bowline/sdk";

/** What is chosen of one connection. */
export interface DraftConnection {
  connectionId: number;
  applicationSlug: string;
  toolSlugs: ReadonlySet<string>;
}

/** The choice before it is saved: one entry for each connection, in their order. */
export type Draft = readonly DraftConnection[];

export const readDraft = ({ connections }: Pick<Toolset, "connections">): Draft =>
  connections.map(({ connectionId, applicationSlug, toolSlugs }) => ({
    connectionId,
    applicationSlug,
    toolSlugs: new Set(toolSlugs),
  }));

export const writeDraft = (draft: Draft): ToolsetConnectionInput[] =>
  draft.map(({ connectionId, applicationSlug, toolSlugs }) => ({
    connectionId,
    applicationSlug,
    toolSlugs: [...toolSlugs],
  }));

/** Adds or removes tools of a connection. */
export const changeTools = (
  draft: Draft,
  connectionId: number,
  toolSlugs: readonly string[],
  isChosen: boolean,
): Draft =>
  draft.map((entry) => {
    if (entry.connectionId !== connectionId) {
      return entry;
    }
    const changed = new Set(entry.toolSlugs);
    for (const slug of toolSlugs) {
      if (isChosen) {
        changed.add(slug);
      } else {
        changed.delete(slug);
      }
    }
    return { ...entry, toolSlugs: changed };
  });

/** Whether two choices permit the same tools through the same connections. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  one.length === other.length &&
  one.every((entry, index) => {
    const twin = other[index];
    return (
      twin?.connectionId === entry.connectionId &&
      twin.toolSlugs.size === entry.toolSlugs.size &&
      [...entry.toolSlugs].every((slug) => twin.toolSlugs.has(slug))
    );
  });

export const countChosen = (draft: Draft): number =>
  draft.reduce((sum, { toolSlugs }) => sum + toolSlugs.size, 0);
