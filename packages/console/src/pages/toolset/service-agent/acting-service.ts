import { Bowline, type Connection, type Toolset } from "@bowline/sdk";
import { bowline } from "../../../api/bowline.ts";
import { serverUrl } from "../../../console-base.ts";
import { readServerTime } from "../../../session/server-clock.ts";

/** A service member that is being set up, and the API as this member. */
export interface ActingService {
  accountUserId: number;
  fullName: string;
  /** Uses a key that ends by itself, and that is deleted when the set-up is left. */
  api: Bowline;
  setUpKeyId: number;
}

const setUpMs = 3_600_000;

/** Acts as a service member for the time of its set-up: only its own keys reach its connections and toolsets. */
export async function actAsService(service: {
  accountUserId: number;
  fullName: string;
}): Promise<ActingService> {
  const { apiKey, apiKeyId } = await bowline.apiKeys.create({
    name: "Set-up in the console",
    accountUserId: service.accountUserId,
    expiresDate: new Date(readServerTime() + setUpMs).toISOString(),
  });
  return { ...service, api: new Bowline({ baseUrl: serverUrl, apiKey }), setUpKeyId: apiKeyId };
}

/** Ends the set-up. A key that cannot be deleted ends by itself. */
export const stopActing = ({ setUpKeyId }: ActingService): Promise<unknown> =>
  bowline.apiKeys.delete(setUpKeyId).catch(() => undefined);

/** Finds the connection that a service uses for an application: its default one, else the first active one. */
export function findConnection(connections: Connection[], applicationSlug: string): Connection | undefined {
  const fitting = connections.filter(
    (one) => one.applicationSlug === applicationSlug && one.status === "active",
  );
  return fitting.find(({ isDefault }) => isDefault) ?? fitting[0];
}

/** Finds the service's copy of a toolset, which has the same name. */
export const findCopy = (
  toolsets: readonly Toolset[],
  { name }: Pick<Toolset, "name">,
): Toolset | undefined => toolsets.find((one) => one.name === name);

/**
 * Gives the service a copy of the toolset with its own connections, or brings its copy of this name up to date.
 *
 * @throws Error when it lacks a connection
 */
export async function copyToolset({ api }: ActingService, toolset: Toolset): Promise<Toolset> {
  const [own, toolsets] = await Promise.all([
    api.connections.list({ top: 1000 }).toArray(),
    api.toolsets.list({ top: 1000 }).toArray(),
  ]);
  const byApplication = Map.groupBy(toolset.connections, ({ applicationSlug }) => applicationSlug);
  const connections = Array.from(byApplication, ([applicationSlug, parts]) => {
    const connection = findConnection(own, applicationSlug);
    if (connection === undefined) {
      throw new Error(`It has no connection to ${parts[0]?.applicationName ?? applicationSlug} yet.`);
    }
    return {
      connectionId: connection.connectionId,
      applicationSlug,
      toolSlugs: [...new Set(parts.flatMap(({ toolSlugs }) => toolSlugs))],
    };
  });
  const copy = { name: toolset.name, connections, settings: toolset.settings };
  const before = findCopy(toolsets, toolset);
  return before === undefined ? api.toolsets.create(copy) : api.toolsets.update(before.toolsetId, copy);
}
