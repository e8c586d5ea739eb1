import type { Bowline, Tool, ToolsetConnectionInput } from "@bowline/sdk";
import { AmbiguousError, UsageError } from "../../errors.ts";

/** How tools are named for a toolset. */
export interface ToolChoice {
  /** Slugs of tools. */
  tool: string[];
  /** Slugs of applications, all of whose tools are meant. */
  app: string[];
  /** Connections to use instead of the default ones. */
  connection: number[];
  /** Only tools that read. */
  readOnly?: boolean;
}

/**
 * Finds the tools and the connection for each of their applications.
 *
 * @throws AmbiguousError when an application has several connections and none is the default
 * @throws UsageError when a connection would not be used
 */
export async function chooseTools(bowline: Bowline, choice: ToolChoice): Promise<ToolsetConnectionInput[]> {
  const slugsByApp = new Map<string, string[]>();
  const add = ({ applicationSlug, slug, annotations }: Tool) => {
    if (choice.readOnly !== true || annotations.readOnlyHint) {
      slugsByApp.set(applicationSlug, [...(slugsByApp.get(applicationSlug) ?? []), slug]);
    }
  };
  for (const applicationSlug of choice.app) {
    // An unknown application would only be an empty list.
    await bowline.applications.get(applicationSlug);
    for await (const tool of bowline.tools.list({ applicationSlug, view: "summary" })) {
      add(tool);
    }
  }
  for (const slug of choice.tool) {
    add(await bowline.tools.get(slug, { view: "summary" }));
  }
  const chosen = await Promise.all(choice.connection.map((id) => bowline.connections.get(id)));
  const unused = chosen.find(
    (one) =>
      !slugsByApp.has(one.applicationSlug) ||
      chosen.find(({ applicationSlug }) => applicationSlug === one.applicationSlug) !== one,
  );
  if (unused !== undefined) {
    const { connectionId, applicationSlug } = unused;
    throw new UsageError(
      slugsByApp.has(applicationSlug)
        ? `Connection ${connectionId} is the second one to ${applicationSlug}. Give one for each application.`
        : `Connection ${connectionId} is a connection to ${applicationSlug}. Name tools of it with --tool or --app.`,
    );
  }
  return await Promise.all(
    [...slugsByApp].map(async ([applicationSlug, toolSlugs]) => ({
      applicationSlug,
      connectionId:
        chosen.find((one) => one.applicationSlug === applicationSlug)?.connectionId ??
        (await findConnection(bowline, applicationSlug)),
      toolSlugs: [...new Set(toolSlugs)],
    })),
  );
}

async function findConnection(bowline: Bowline, applicationSlug: string): Promise<number> {
  const connections = await bowline.connections.list({ applicationSlug }).toArray();
  const found =
    connections.find(({ isDefault }) => isDefault) ?? (connections.length === 1 ? connections[0] : undefined);
  if (found !== undefined) {
    return found.connectionId;
  }
  if (connections.length === 0) {
    throw new UsageError(
      `There is no connection to ${applicationSlug}. \`bowline connect ${applicationSlug}\` makes one.`,
    );
  }
  const list = connections.map(({ connectionId, name }) => `${connectionId} (${name})`).join(", ");
  throw new AmbiguousError(
    `There are several connections to ${applicationSlug}: ${list}. Choose one with --connection.`,
  );
}
