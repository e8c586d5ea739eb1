import { type Actor, hireActor, makeKey } from "./actors.ts";
import { connect, type ImportedApplication, importDownstream, type MadeConnection } from "./applications.ts";
import { type Caller, createKeyCaller, succeed } from "./caller.ts";
import type { Downstream } from "./downstream.ts";
import type { Toolset } from "./records.ts";

/** A key and its owner. */
export interface WorldKey {
  caller: Caller;
  ownerId: number;
  isReadOnly: boolean;
  /** The toolset that the key is narrowed to. */
  toolset: WorldToolset | null;
}

export interface WorldConnection extends MadeConnection {
  ownerId: number;
}

export interface WorldToolset {
  toolsetId: string;
  ownerId: number;
  entries: { connection: WorldConnection; toolSlugs: string[] }[];
}

/** Callers with connections to two applications, toolsets over them, and keys of every kind. */
export interface World {
  keys: WorldKey[];
  connections: WorldConnection[];
  toolsets: WorldToolset[];
  tools: { slug: string; applicationSlug: string; isReadOnly: boolean }[];
}

const operations = { list_items: true, read_old: true, create_item: false };

/** Creates the world; `decide` returns true or false for each choice. */
export async function makeWorld(downstream: Downstream, decide: () => boolean): Promise<World> {
  const applications = [await importDownstream(downstream), await importDownstream(downstream)];
  const world: World = { keys: [], connections: [], toolsets: [], tools: applications.flatMap(listTools) };
  for (let count = 0; count < 3; count++) {
    await createOwnedResources(world, await hireActor(), applications, decide);
  }
  return world;
}

function listTools(application: ImportedApplication): World["tools"] {
  return Object.entries(operations).map(([operation, isReadOnly]) => ({
    slug: application.tool(operation),
    applicationSlug: application.slug,
    isReadOnly,
  }));
}

async function createOwnedResources(
  world: World,
  actor: Actor,
  applications: ImportedApplication[],
  decide: () => boolean,
) {
  const ownerId = actor.accountUserId;
  const own: WorldConnection[] = [];
  for (const application of applications) {
    for (let count = 0; count < 3; count++) {
      if (count > 0 && decide()) {
        continue;
      }
      const isDefault = count === 0 ? decide() : false;
      own.push({ ...(await connect(actor, application, { isDefault })), ownerId });
    }
  }
  world.connections.push(...own);
  const toolsets: WorldToolset[] = [];
  for (let count = 0; count < 2; count++) {
    toolsets.push(await makeToolset(world, actor, own, decide));
  }
  world.toolsets.push(...toolsets);
  world.keys.push({ caller: actor, ownerId, isReadOnly: false, toolset: null });
  const [narrowTo = null] = toolsets;
  for (const toolset of [null, narrowTo]) {
    const isReadOnly = toolset === null || decide();
    const body = { name: "World", readOnly: isReadOnly, ...(toolset && { toolsetId: toolset.toolsetId }) };
    const { apiKey } = await makeKey(actor, body);
    world.keys.push({ caller: createKeyCaller(apiKey), ownerId, isReadOnly, toolset });
  }
}

async function makeToolset(world: World, actor: Actor, own: WorldConnection[], decide: () => boolean) {
  const entries = own.filter(decide).map((connection) => ({
    connection,
    toolSlugs: world.tools
      .filter((tool) => tool.applicationSlug === connection.applicationSlug && decide())
      .map(({ slug }) => slug),
  }));
  const connections = entries.map(({ connection: { connectionId, applicationSlug }, toolSlugs }) => ({
    connectionId,
    applicationSlug,
    toolSlugs,
  }));
  const body = { name: "World", connections };
  const { toolsetId } = await succeed<Toolset>(actor.post("/v1/toolsets", body));
  return { toolsetId, ownerId: actor.accountUserId, entries };
}
