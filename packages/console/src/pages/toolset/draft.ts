import type { Toolset, ToolsetConnectionInput, UpdateToolset } from "@bowline/sdk";
import { isSamePart } from "../../parts/edited.ts";

/** What is chosen of one connection. */
export interface DraftConnection {
  connectionId: number;
  applicationSlug: string;
  toolSlugs: ReadonlySet<string>;
}

/** What a toolset changes of one tool: its name, its description, and inputs that are fixed. */
export type ToolChanges = Toolset["settings"]["tools"][string];

/** The choice before it is saved. */
export interface Draft {
  /** One entry for each connection, in their order. */
  connections: readonly DraftConnection[];
  /** By tool slug. A tool without changes has no entry. */
  tools: Readonly<Record<string, ToolChanges>>;
  approvals: Toolset["settings"]["approvals"];
}

export const readDraft = ({ connections, settings }: Pick<Toolset, "connections" | "settings">): Draft => ({
  connections: connections.map(({ connectionId, applicationSlug, toolSlugs }) => ({
    connectionId,
    applicationSlug,
    toolSlugs: new Set(toolSlugs),
  })),
  tools: settings.tools,
  approvals: settings.approvals,
});

/** Writes the request that saves a choice. What is not changed is left out, so that it cannot undo what somebody else saved. */
export function writeChanges(draft: Draft, saved: Draft): UpdateToolset {
  const settings = {
    ...(!isSamePart("tools", draft, saved) && { tools: draft.tools }),
    ...(!isSamePart("approvals", draft, saved) && { approvals: draft.approvals }),
  };
  return {
    ...(!isSamePart("connections", draft, saved) && { connections: writeConnections(draft) }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

const writeConnections = ({ connections }: Draft): ToolsetConnectionInput[] =>
  connections.map(({ connectionId, applicationSlug, toolSlugs }) => ({
    connectionId,
    applicationSlug,
    toolSlugs: [...toolSlugs],
  }));

/** Adds or removes tools of a connection. */
export const chooseTools = (
  draft: Draft,
  connectionId: number,
  toolSlugs: readonly string[],
  isChosen: boolean,
): Draft => ({
  ...draft,
  connections: draft.connections.map((entry) => {
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
  }),
});

/** Sets what the toolset changes of a tool. Members without a value are left out. */
export function changeTool(draft: Draft, slug: string, { name, description, presets }: ToolChanges): Draft {
  const { [slug]: _before, ...others } = draft.tools;
  const changes: ToolChanges = {
    ...(name != null && { name }),
    ...(description != null && { description }),
    ...(presets != null && Object.keys(presets).length > 0 && { presets }),
  };
  return {
    ...draft,
    tools: Object.keys(changes).length === 0 ? others : { ...others, [slug]: changes },
  };
}

/** Removes tools that the catalog has no longer, and what is said of them. */
export const forgetTools = (draft: Draft, connectionId: number, gone: readonly string[]): Draft => {
  const chosen = chooseTools(draft, connectionId, gone, false);
  const { approvals, tools } = draft;
  return {
    ...chosen,
    tools: Object.fromEntries(Object.entries(tools).filter(([slug]) => !gone.includes(slug))),
    approvals: Array.isArray(approvals) ? approvals.filter((slug) => !gone.includes(slug)) : approvals,
  };
};

export const countChosen = ({ connections }: Draft): number =>
  connections.reduce((sum, { toolSlugs }) => sum + toolSlugs.size, 0);

export const listChosen = ({ connections }: Draft): string[] => [
  ...new Set(connections.flatMap(({ toolSlugs }) => [...toolSlugs])),
];
