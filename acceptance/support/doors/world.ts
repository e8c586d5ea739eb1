import { expect } from "vitest";
import {
  decide,
  redeem,
  registerClient,
  type SignedInPerson,
  signInPerson,
  startFlow,
} from "../../authorization-server/support/person-flow.ts";
import { createTokenCaller, readIssuer } from "../../authorization-server/support/token-client.ts";
import { hireActor, makeKey, uniqueName } from "../actors.ts";
import { connect, type ImportedApplication, importDownstream, type MadeConnection } from "../applications.ts";
import { type Caller, createKeyCaller, succeed } from "../caller.ts";
import type { Downstream } from "../downstream.ts";
import type { JsonObject, Toolset, ToolsetSettings } from "../records.ts";

/** The operations of each application: whether they read or destroy, and a valid input. */
export const doorOperations = {
  list_items: { isReadOnly: true, isDestructive: false, input: { color: "red" }, required: [] },
  read_anything: { isReadOnly: true, isDestructive: false, input: {}, required: [] },
  create_item: { isReadOnly: false, isDestructive: false, input: { title: "x" }, required: ["title"] },
  delete_item: { isReadOnly: false, isDestructive: true, input: { itemId: 1 }, required: ["itemId"] },
} as const;
export type DoorOperation = keyof typeof doorOperations;
const operations = Object.keys(doorOperations) as DoorOperation[];

export interface DoorTool {
  slug: string;
  operation: DoorOperation;
  applicationSlug: string;
}

export type DoorOwner = "owner" | "stranger";

export interface DoorConnection extends MadeConnection {
  owner: DoorOwner;
}

/** A toolset as its owner made it. */
export interface DoorToolset {
  toolsetId: string;
  owner: DoorOwner;
  entries: { connection: DoorConnection; slugs: Set<string> }[];
  approvals: "none" | "destructive" | "writes" | "all";
  resultBytes: number | null;
  /** By slug. */
  names: Map<string, string>;
  presets: Map<string, JsonObject>;
}

/** A credential, with what was said when it was made. */
export interface DoorCredential {
  label: string;
  owner: DoorOwner;
  api: Caller;
  headers: Record<string, string>;
  toolset: DoorToolset | null;
  isReadOnly: boolean;
  /** Null: a key. */
  scopes: readonly string[] | null;
  /** The only address a token is for; null: a key, for all. */
  resource: string | null;
}

export interface DoorWorld {
  applications: ImportedApplication[];
  tools: DoorTool[];
  connections: DoorConnection[];
  toolsets: DoorToolset[];
  credentials: DoorCredential[];
  owner: Caller;
}

/** Makes choices at random, the same for the same seed. */
export interface Chooser {
  yes(): boolean;
  one<Item>(items: readonly Item[]): Item;
}

const allScopes =
  "tools:read tools:execute connections:read connections:write toolsets:read toolsets:write history:read";

/** Makes a person with connections to two applications, toolsets over them and credentials of every kind, and a stranger. */
export async function makeDoorWorld(downstream: Downstream, choose: Chooser): Promise<DoorWorld> {
  const applications = [await importDownstream(downstream), await importDownstream(downstream)];
  const [first, second] = applications as [ImportedApplication, ImportedApplication];
  const person = await signInPerson();
  const owner = await makeFullKey(person);
  const stranger = await hireActor();
  const link = async (whose: DoorOwner, application: ImportedApplication, isDefault: boolean) => ({
    ...(await connect(whose === "owner" ? owner.api : stranger, application, {
      name: uniqueName("link"),
      isDefault,
    })),
    owner: whose,
  });
  const world: DoorWorld = {
    applications,
    tools: applications.flatMap((application) =>
      operations.map((operation) => ({
        slug: application.tool(operation),
        operation,
        applicationSlug: application.slug,
      })),
    ),
    connections: [
      await link("owner", first, choose.yes()),
      await link("owner", first, false),
      await link("owner", second, choose.yes()),
      await link("stranger", first, true),
    ],
    toolsets: [],
    credentials: [],
    owner: owner.api,
  };
  for (const whose of ["owner", "owner", "stranger"] as const) {
    world.toolsets.push(await makeToolset(world, whose === "owner" ? owner.api : stranger, whose, choose));
  }
  world.credentials.push(
    ...(await makeKeys(owner, world.toolsets)),
    ...(await makeTokens(person, world.toolsets)),
    keyOf("stranger's key", "stranger", stranger.apiKey, {}),
  );
  return world;
}

interface FullKey {
  api: Caller;
  apiKey: string;
}

async function makeFullKey({ browser }: SignedInPerson): Promise<FullKey> {
  const issuer = await readIssuer();
  const page = await browser.press(await browser.open(`${issuer}/account`), /create an api key/i);
  const apiKey = /bwl_\w{38}/.exec(page.html)?.[0] ?? "";
  return { api: createKeyCaller(apiKey), apiKey };
}

async function makeToolset(
  world: DoorWorld,
  caller: Caller,
  owner: DoorOwner,
  choose: Chooser,
): Promise<DoorToolset> {
  const entries = world.connections
    .filter((connection) => connection.owner === owner && (owner === "stranger" || choose.yes()))
    .map((connection) => ({
      connection,
      slugs: new Set(
        world.tools
          .filter((tool) => tool.applicationSlug === connection.applicationSlug && choose.yes())
          .map(({ slug }) => slug),
      ),
    }));
  const toolset: Omit<DoorToolset, "toolsetId"> = {
    owner,
    entries,
    approvals: choose.one(["none", "none", "destructive", "writes", "all"]),
    resultBytes: choose.yes() ? 100 : null,
    names: new Map(),
    presets: new Map(),
  };
  const presetMembers = { list_items: "color", create_item: "title" } as Record<
    DoorOperation,
    string | undefined
  >;
  for (const { slug, operation } of world.tools) {
    const member = presetMembers[operation];
    if (choose.yes() && choose.yes()) {
      toolset.names.set(slug, uniqueName("do_"));
    }
    if (member !== undefined && choose.yes()) {
      toolset.presets.set(slug, { [member]: uniqueName("preset") });
    }
  }
  const tools: ToolsetSettings["tools"] = Object.fromEntries(
    [...new Set([...toolset.names.keys(), ...toolset.presets.keys()])].map((slug) => {
      const [name, presets] = [toolset.names.get(slug), toolset.presets.get(slug)];
      return [slug, { ...(name !== undefined && { name }), ...(presets !== undefined && { presets }) }];
    }),
  );
  const { approvals, resultBytes } = toolset;
  const { toolsetId } = await succeed<Toolset>(
    caller.post("/v1/toolsets", {
      name: uniqueName("bundle"),
      connections: renderEntries(entries),
      settings: { approvals, resultBytes, tools },
    }),
  );
  return { ...toolset, toolsetId };
}

/** The entries of a toolset as a request has them. */
export const renderEntries = (entries: DoorToolset["entries"]): JsonObject[] =>
  entries.map(({ connection: { connectionId, applicationSlug }, slugs }) => ({
    connectionId,
    applicationSlug,
    toolSlugs: [...slugs],
  }));

interface Limits {
  toolset?: DoorToolset;
  isReadOnly?: boolean;
}

const keyOf = (
  label: string,
  owner: DoorOwner,
  apiKey: string,
  { toolset, isReadOnly = false }: Limits,
): DoorCredential => ({
  label,
  owner,
  api: createKeyCaller(apiKey),
  headers: { "x-api-key": apiKey },
  toolset: toolset ?? null,
  isReadOnly,
  scopes: null,
  resource: null,
});

async function makeKeys(owner: FullKey, [first, second]: DoorToolset[]): Promise<DoorCredential[]> {
  const limits: Record<string, Limits> = {
    "read-only key": { isReadOnly: true },
    "key of the first toolset": { toolset: first as DoorToolset },
    "read-only key of the first toolset": { toolset: first as DoorToolset, isReadOnly: true },
    "key of the second toolset": { toolset: second as DoorToolset },
  };
  const keys = [keyOf("full key", "owner", owner.apiKey, {})];
  for (const [label, limit] of Object.entries(limits)) {
    const { toolset, isReadOnly } = limit;
    const body = {
      name: label,
      readOnly: isReadOnly ?? false,
      ...(toolset && { toolsetId: toolset.toolsetId }),
    };
    const { apiKey } = await makeKey(owner.api, body);
    keys.push(keyOf(label, "owner", apiKey, limit));
  }
  return keys;
}

async function makeTokens(person: SignedInPerson, toolsets: DoorToolset[]): Promise<DoorCredential[]> {
  const issuer = await readIssuer();
  const [first] = toolsets as [DoorToolset];
  const grant = async (
    label: string,
    resource: string,
    scope: string,
    { toolset, isReadOnly = false }: Limits = {},
  ): Promise<DoorCredential> => {
    const wanted = { scope, resource: issuer + resource };
    const choice = { ...(toolset && { toolsetId: toolset.toolsetId }), readOnly: isReadOnly };
    const flow = await startFlow(await registerClient(), wanted);
    const tokens = await redeem(flow, await decide(person.browser, flow, choice), {
      resource: wanted.resource,
    });
    expect(tokens.access_token).toBeTypeOf("string");
    return {
      label,
      owner: "owner",
      api: createTokenCaller(tokens.access_token),
      headers: { authorization: `Bearer ${tokens.access_token}` },
      toolset: toolset ?? null,
      isReadOnly,
      scopes: scope.split(" "),
      resource,
    };
  };
  return [
    await grant("token for the API", "/v1", allScopes),
    await grant("token for the API and the first toolset", "/v1", allScopes, { toolset: first }),
    await grant("token that only lists tools", "/v1", "tools:read"),
    await grant("token for /mcp", "/mcp", allScopes),
    await grant("token for /mcp and the first toolset", "/mcp", allScopes, { toolset: first }),
    await grant("read-only token for /mcp", "/mcp", allScopes, { isReadOnly: true }),
    await grant("token for the first toolset's address", `/mcp/${first.toolsetId}`, allScopes, {
      toolset: first,
    }),
    await grant("token for /mcp that only lists tools", "/mcp", "tools:read"),
  ];
}
