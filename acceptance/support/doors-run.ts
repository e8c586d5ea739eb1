import { expect } from "vitest";
import { uniqueName } from "./actors.ts";
import type { ApiResponse } from "./caller.ts";
import { succeed } from "./caller.ts";
import {
  type DoorCall,
  type DoorVerdict,
  hasScope,
  judgeCall,
  listPermitting,
  listSeen,
  listVisible,
} from "./doors-model.ts";
import {
  type DoorConnection,
  type DoorCredential,
  type DoorTool,
  type DoorToolset,
  type DoorWorld,
  doorOperations,
  renderEntries,
} from "./doors-world.ts";
import type { Downstream } from "./downstream.ts";
import { newestRequest, olderRequest, sendRaw } from "./mcp-door.ts";
import type { JsonObject, ListOf } from "./records.ts";

/** Numbers that a step chooses by; each is taken modulo the length of the list in question. */
export interface DoorStep {
  kind: keyof ReturnType<typeof createDoorRun>;
  credential: number;
  tool: number;
  toolset: number;
  connection: number;
  result: number;
  variant: number;
  idempotency: number;
  byName: boolean;
  isNewest: boolean;
  isDryRun: boolean;
}

interface Ran {
  historyId: number;
  marker: string;
  owner: DoorCredential["owner"];
  toolset: DoorToolset | null;
  tool: DoorTool;
  connection: DoorConnection;
}

interface McpReply {
  status: number;
  result:
    | (JsonObject & { isError?: boolean; structuredContent?: JsonObject; _meta?: JsonObject })
    | undefined;
  error: { code: number; message: string } | undefined;
  text: string;
}

const metaScopes: Record<string, string> = {
  bowline_search_tools: "tools:read",
  bowline_get_tool: "tools:read",
  bowline_execute_tool: "tools:execute",
  bowline_list_connections: "connections:read",
  bowline_connect: "connections:write",
};

/** Reads of the API, with what a credential needs for them (decisions D13, D58). */
const reads = [
  { path: "/v1/auth/whoami", narrowed: "toolset", scope: null },
  { path: "/v1/connections", narrowed: "readOnly", scope: "connections:read" },
  { path: "/v1/applications", narrowed: "readOnly", scope: "tools:read" },
  { path: "/v1/toolsets", narrowed: "toolset", scope: "toolsets:read" },
  { path: "/v1/approvals", narrowed: "readOnly", scope: "toolsets:read" },
  { path: "/v1/executions", narrowed: "readOnly", scope: "history:read" },
  { path: "/v1/apikeys", narrowed: "readOnly", scope: "admin" },
] as const;

/** Runs steps in a world, and compares each response with the model of what is permitted. */
export function createDoorRun(world: DoorWorld, downstream: Downstream) {
  const ran: Ran[] = [];
  const approved = new Set<string>();
  const stored = new Map<string, { request: string; text: string }>();
  let asked: { id: string; key: string } | null = null;

  const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;
  const pickOrNone = <Item>(items: readonly Item[], at: number): Item | null =>
    items[at % (items.length * 2)] ?? null;

  /** No response tells an agent of anything outside of its walls, except what it said itself. */
  function checkHints(
    credential: DoorCredential,
    asking: string,
    text: string,
    mayShow: string[] = [],
  ): void {
    const { toolset } = credential;
    const foreign = [
      ...world.connections.filter(({ owner }) => owner !== credential.owner).map(({ name }) => name),
      ...world.toolsets
        .filter(({ owner }) => owner !== credential.owner)
        .flatMap(({ toolsetId, presets, names }) => [toolsetId, ...readValues(presets), ...names.values()]),
    ];
    const outside = toolset === null ? [] : listOutside(toolset);
    const results = ran.map(({ marker }) => marker).filter((marker) => !mayShow.includes(marker));
    const shown = [...foreign, ...outside, ...results].filter(
      (marker) => contains(text, marker) && !contains(asking, marker),
    );
    expect(shown, `${credential.label}: ${asking} -> ${text.slice(0, 2000)}`).toEqual([]);
  }

  /** What an agent of a toolset must not learn: connections by name, presets, and what is in neither its entries nor its settings. */
  function listOutside(toolset: DoorToolset): string[] {
    const { entries, names, presets } = toolset;
    const isInside = ({ slug }: DoorTool) =>
      names.has(slug) || presets.has(slug) || entries.some(({ slugs }) => slugs.has(slug));
    const applications = entries.map(({ connection }) => connection.applicationSlug);
    return [
      ...world.connections.map(({ name }) => name),
      ...world.toolsets.flatMap((one) => readValues(one.presets)),
      ...world.toolsets.filter((one) => one !== toolset).map(({ toolsetId }) => toolsetId),
      ...world.tools.filter((tool) => !isInside(tool)).map(({ slug }) => slug),
      ...world.applications.map(({ slug }) => slug).filter((slug) => !applications.includes(slug)),
    ];
  }

  /** The API takes keys and tokens of its own only. */
  function isRefusedAtDoor({ resource }: DoorCredential, response: ApiResponse): boolean {
    if (resource === null || resource === "/v1") {
      return false;
    }
    expect(response.status, response.text).toBe(401);
    return true;
  }

  async function read(
    credential: DoorCredential,
    path: string,
    query: Record<string, string | number> = {},
    mayShow: string[] = [],
  ): Promise<ApiResponse> {
    const response = await credential.api.get(path, query);
    checkHints(credential, JSON.stringify([path, query]), response.text, mayShow);
    return response;
  }

  /** What must have arrived downstream, and nothing else. */
  function checkArrived(connection: DoorConnection | null, sent: JsonObject = {}): void {
    const secret = Object.values(connection?.secrets ?? {})[0];
    expect(downstream.requests.map(({ headers }) => headers.authorization)).toEqual(
      connection === null ? [] : [`Bearer ${secret}`],
    );
    const arrived = downstream.requests[0];
    const text = arrived === undefined ? "" : `${arrived.query} ${arrived.path} ${arrived.body.toString()}`;
    for (const value of Object.values(sent)) {
      expect(text).toContain(String(value));
    }
  }

  function settle(verdict: DoorVerdict): DoorVerdict {
    return verdict.kind === "held" && approved.has(verdict.key) ? { ...verdict, kind: "runs" } : verdict;
  }

  function note(
    call: DoorCall,
    verdict: Extract<DoorVerdict, { kind: "runs" }>,
    marker: string,
    historyId: unknown,
  ): void {
    approved.delete(verdict.key);
    const { connection, toolset } = verdict;
    const { tool, credential } = call;
    ran.push({ historyId: Number(historyId), marker, owner: credential.owner, toolset, tool, connection });
  }

  function prepareOutput(): string {
    const marker = uniqueName("output");
    downstream.forget();
    downstream.items = [{ name: marker }];
    downstream.anything = { marker };
    return marker;
  }

  function chooseInput({ operation }: DoorTool, variant: number): JsonObject {
    return variant % 3 === 0 ? {} : { ...doorOperations[operation].input };
  }

  async function sendMcp(
    { credential, isNewest }: { credential: DoorCredential; isNewest: boolean },
    path: string,
    method: string,
    params: JsonObject = {},
    mayShow: string[] = [],
  ): Promise<McpReply> {
    const newest = newestRequest(method, params);
    const response = isNewest
      ? await sendRaw("POST", path, { ...credential.headers, ...newest.headers }, newest.body)
      : await sendRaw(
          "POST",
          path,
          { ...credential.headers, "mcp-protocol-version": "2025-06-18" },
          olderRequest(method, params),
        );
    checkHints(credential, JSON.stringify([path, params]), response.text, mayShow);
    const message = response.messages.at(-1) as Partial<McpReply> | undefined;
    return { status: response.status, result: message?.result, error: message?.error, text: response.text };
  }

  /** The status with which the door refuses a message; null: it lets it in. */
  function judgeDoor(credential: DoorCredential, target: DoorToolset | null, scope: string): number | null {
    const path = target === null ? "/mcp" : `/mcp/${target.toolsetId}`;
    if (credential.resource !== null && credential.resource !== path) {
      return 401;
    }
    const isForeign = target !== null && target.owner !== credential.owner;
    const isOther = target !== null && credential.toolset !== null && target !== credential.toolset;
    return isForeign || isOther || !hasScope(credential, scope) ? 403 : null;
  }

  function open(step: DoorStep) {
    const credential = pick(world.credentials, step.credential);
    const target = pickOrNone(world.toolsets, step.toolset);
    const path = target === null ? "/mcp" : `/mcp/${target.toolsetId}`;
    return { credential, target, path, offered: target ?? credential.toolset, isNewest: step.isNewest };
  }

  const readName = (toolset: DoorToolset, { slug }: DoorTool): string => toolset.names.get(slug) ?? slug;

  /** What is not there and what is outside get the same response. */
  function expectUnknown({ error, text }: McpReply, name: string, visible: readonly string[]): void {
    expect(error?.code, text).toBe(-32602);
    const said =
      /There is no tool "(.*)" here\. (?:tools\/list lists the tools\.|Did you mean "(.*)"\?)$/.exec(
        error?.message ?? "",
      );
    expect(said?.[1], text).toBe(name);
    if (said?.[2] !== undefined) {
      expect(visible).toContain(said[2]);
    }
    checkArrived(null);
  }

  function expectVerdict(reply: McpReply, call: DoorCall, verdict: DoorVerdict, marker: string): void {
    const { result, text } = reply;
    if (verdict.kind === "refused") {
      expect(result?.isError, text).toBe(true);
      expect(verdict.codes, text).toContain(result?.structuredContent?.errorCode);
      checkArrived(null);
    } else if (verdict.kind === "held") {
      expect(result, text).toMatchObject({ isError: true, _meta: { "bowline/kind": "approvalRequired" } });
      checkArrived(null);
      asked = { id: String(result?._meta?.["bowline/approvalId"]), key: verdict.key };
    } else {
      expect(result?.isError, text).toBeFalsy();
      expect(result?._meta?.["bowline/connectionId"]).toBe(verdict.connection.connectionId);
      checkArrived(verdict.connection, verdict.sent);
      note(call, verdict, marker, result?._meta?.["bowline/historyId"]);
    }
  }

  return {
    async listTools(step: DoorStep): Promise<void> {
      const credential = pick(world.credentials, step.credential);
      const named = pickOrNone(world.toolsets, step.toolset);
      const application = pick(world.applications, step.tool);
      const hasFilter = credential.toolset === null || step.variant % 2 === 0;
      const format = step.byName ? "mcp" : null;
      const response = await read(credential, "/v1/tools", {
        top: 1000,
        ...(named && { toolsetId: named.toolsetId }),
        ...(hasFilter && { applicationSlug: application.slug }),
        ...(format && { format }),
        ...(step.variant % 5 === 0 && { search: "item" }),
      });
      if (isRefusedAtDoor(credential, response)) {
        return;
      }
      const isOther = named !== null && credential.toolset !== null && named !== credential.toolset;
      if (isOther || (named !== null && named.owner !== credential.owner)) {
        expect(response.status, response.text).toBe(403);
        return;
      }
      const { items } = await succeed<ListOf<{ slug?: string; name: string }>>(Promise.resolve(response));
      const seen = listSeen(world, credential)
        .filter((tool) => named === null || listPermitting(named, tool).length > 0)
        .filter((tool) => !hasFilter || tool.applicationSlug === application.slug);
      const shownBy = named ?? credential.toolset;
      const expected = seen.map((tool) =>
        format !== null && shownBy !== null ? readName(shownBy, tool) : tool.slug,
      );
      const known = world.tools.map(({ slug }) => slug);
      const listed = items
        .map((item) => (format === null ? (item.slug ?? "") : item.name))
        .filter((name) => shownBy !== null || known.includes(name));
      if (step.variant % 5 === 0) {
        expect(expected).toEqual(expect.arrayContaining(listed));
      } else {
        expect(listed.toSorted()).toEqual(expected.toSorted());
      }
    },

    async getTool(step: DoorStep): Promise<void> {
      const credential = pick(world.credentials, step.credential);
      const tool = pick(world.tools, step.tool);
      const given = credential.toolset?.names.get(tool.slug);
      const name = step.byName ? (given ?? tool.slug) : tool.slug;
      const suffix = ["", "?view=input", "/schema", "?format=openai"][step.variant % 4];
      const response = await read(credential, `/v1/tools/${name}${suffix}`);
      if (!isRefusedAtDoor(credential, response)) {
        const isSeen = listSeen(world, credential).includes(tool);
        expect(response.status, response.text).toBe(isSeen ? 200 : 403);
      }
    },

    async readApi(step: DoorStep): Promise<void> {
      const credential = pick(world.credentials, step.credential);
      const { path, narrowed, scope } = pick(reads, step.variant);
      const own = ran.filter(({ owner }) => owner === credential.owner).map(({ marker }) => marker);
      const response = await read(credential, path, { top: 100 }, own);
      if (!isRefusedAtDoor(credential, response)) {
        const isNarrow = credential.toolset !== null && narrowed !== "toolset";
        const isPermitted = !isNarrow && (scope === null || hasScope(credential, scope));
        expect(response.status, `${path} ${response.text}`).toBe(isPermitted ? 200 : 403);
      }
    },

    async readOne(step: DoorStep): Promise<void> {
      const credential = pick(world.credentials, step.credential);
      const connection = pick(world.connections, step.connection);
      const toolset = pick(world.toolsets, step.toolset);
      const execution = ran.length === 0 ? null : pick(ran, step.result);
      const kinds = [
        {
          path: `/v1/connections/${connection.connectionId}`,
          scope: "connections:read",
          isPermitted: credential.toolset === null && connection.owner === credential.owner,
        },
        {
          path: `/v1/toolsets/${toolset.toolsetId}`,
          scope: "toolsets:read",
          isPermitted: toolset.owner === credential.owner && (credential.toolset ?? toolset) === toolset,
        },
        {
          path: `/v1/applications/${pick(world.applications, step.tool).slug}`,
          scope: "tools:read",
          isPermitted: credential.toolset === null,
        },
        ...(execution === null
          ? []
          : [
              {
                path: `/v1/executions/${execution.historyId}`,
                scope: "history:read",
                isPermitted: credential.toolset === null && execution.owner === credential.owner,
              },
            ]),
        ...(asked === null
          ? []
          : [
              {
                path: `/v1/approvals/${asked.id}`,
                scope: "toolsets:read",
                isPermitted: credential.toolset === null && credential.owner === "owner",
              },
            ]),
      ];
      const { path, scope, isPermitted } = pick(kinds, step.variant);
      const mayShow = isPermitted && execution !== null ? [execution.marker] : [];
      const response = await read(credential, path, {}, mayShow);
      if (!isRefusedAtDoor(credential, response)) {
        const status = isPermitted && hasScope(credential, scope) ? 200 : 403;
        expect(response.status, `${credential.label} ${path} ${response.text}`).toBe(status);
      }
    },

    async execute(step: DoorStep): Promise<void> {
      const credential = pick(world.credentials, step.credential);
      const tool = pick(world.tools, step.tool);
      const named = pickOrNone(world.toolsets, step.toolset);
      const explicit = pickOrNone(world.connections, step.connection);
      const input = chooseInput(tool, step.variant);
      const call: DoorCall = { credential, tool, named, explicit, input };
      const namer = named ?? credential.toolset;
      const given = namer?.owner === credential.owner ? namer.names.get(tool.slug) : undefined;
      const name = step.byName ? (given ?? tool.slug) : tool.slug;
      const key = step.isDryRun ? null : ([null, null, "k1", "k2"][step.idempotency % 4] ?? null);
      const query = {
        ...(named && { toolsetId: named.toolsetId }),
        ...(explicit && { connectionId: explicit.connectionId }),
        ...(step.isDryRun && { dryRun: true }),
      };
      const marker = prepareOutput();
      const headers = key === null ? {} : { "idempotency-key": `${world.toolsets[0]?.toolsetId}-${key}` };
      const path = `/v1/tools/${name}/execute`;
      const response = await credential.api.post(path, { fields: input }, { query, headers });
      const request = JSON.stringify([path, query, input]);
      const place = `${credential.label} ${key}`;
      const kept = key === null ? undefined : stored.get(place);
      const replayed = ran.filter((one) => kept?.text.includes(one.marker)).map((one) => one.marker);
      checkHints(credential, request, response.text, [marker, ...replayed]);
      if (isRefusedAtDoor(credential, response)) {
        return;
      }
      const verdict = settle(judgeCall(world, call));
      if (verdict.kind === "refused") {
        expect(verdict.codes, `${credential.label} ${request} ${response.text}`).toContain(
          (response.body as JsonObject).errorCode,
        );
        checkArrived(null);
        return;
      }
      if (kept !== undefined) {
        checkArrived(null);
        expect(response.status, response.text).toBe(kept.request === request ? 200 : 409);
        expect(kept.request === request ? response.text : kept.text).toBe(kept.text);
        return;
      }
      const outcome = await succeed<JsonObject>(Promise.resolve(response));
      if (step.isDryRun) {
        checkArrived(null);
      } else if (verdict.kind === "held") {
        expect(outcome).toMatchObject({ isSuccess: false, historyId: null, output: null });
        checkArrived(null);
        asked = { id: response.headers["x-bowline-approval-id"] ?? "", key: verdict.key };
      } else {
        expect(response.headers["x-bowline-connection-id"]).toBe(String(verdict.connection.connectionId));
        checkArrived(verdict.connection, verdict.sent);
        note(call, verdict, marker, outcome.historyId);
        if (key !== null) {
          stored.set(place, { request, text: response.text });
        }
      }
    },

    async mcpList(step: DoorStep): Promise<void> {
      const { credential, target, path, offered, isNewest } = open(step);
      const { status, result, text } = await sendMcp({ credential, isNewest }, path, "tools/list");
      const refusal = judgeDoor(credential, target, "tools:read");
      expect(status, text).toBe(refusal ?? 200);
      if (refusal !== null) {
        return;
      }
      const names = readAll(result?.tools, "name");
      if (offered === null) {
        expect(names).toEqual(Object.keys(metaScopes));
        return;
      }
      const visible = listVisible(world, credential, offered);
      const expected = visible
        .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
        .map((tool) => readName(offered, tool));
      expect(names).toEqual([...expected, ...(offered.resultBytes === null ? [] : ["bowline_read_result"])]);
      // Agents see no preset at a toolset's address, whatever their credential.
      const hidden = readValues(offered.presets).filter((value) => contains(text, value));
      expect(hidden).toEqual([]);
    },

    async mcpCall(step: DoorStep): Promise<void> {
      const { credential, target, path, offered, isNewest } = open(step);
      const tool = pick(world.tools, step.tool);
      if (offered === null) {
        return;
      }
      const name = step.byName ? tool.slug : readName(offered, tool);
      const input = chooseInput(tool, step.variant);
      const marker = prepareOutput();
      const params = { name, arguments: input };
      const reply = await sendMcp({ credential, isNewest }, path, "tools/call", params, [marker]);
      const refusal = judgeDoor(credential, target, "tools:execute");
      if (refusal !== null) {
        expect(reply.status, reply.text).toBe(refusal);
        checkArrived(null);
        return;
      }
      const visible = listVisible(world, credential, offered);
      if (!visible.includes(tool) || readName(offered, tool) !== name) {
        const names = visible.map((one) => readName(offered, one));
        expectUnknown(reply, name, names);
        const absent = `${name}${uniqueName("x")}`;
        const other = { name: absent, arguments: input };
        expectUnknown(await sendMcp({ credential, isNewest }, path, "tools/call", other), absent, names);
        return;
      }
      const call: DoorCall = { credential, tool, named: offered, explicit: null, input };
      expectVerdict(reply, call, settle(judgeCall(world, call)), marker);
    },

    async readResult(step: DoorStep): Promise<void> {
      const { credential, target, path, offered, isNewest } = open(step);
      const result = ran.length === 0 ? null : pick(ran, step.result);
      if (result === null || judgeDoor(credential, target, "tools:execute") !== null) {
        return;
      }
      const isReadable =
        offered !== null &&
        result.owner === credential.owner &&
        result.toolset === offered &&
        listVisible(world, credential, offered).includes(result.tool) &&
        listPermitting(offered, result.tool).includes(result.connection);
      const params = (historyId: number) => ({
        name: "bowline_read_result",
        arguments: { historyId, offset: 0 },
      });
      const mayShow = isReadable ? [result.marker] : [];
      downstream.forget();
      const reply = await sendMcp(
        { credential, isNewest },
        path,
        "tools/call",
        params(result.historyId),
        mayShow,
      );
      checkArrived(null);
      if (offered === null || offered.resultBytes === null) {
        expect(reply.error?.code, reply.text).toBe(-32602);
      } else if (isReadable) {
        expect(reply.result?.isError, reply.text).toBeFalsy();
      } else {
        const absent = 2_000_000_000;
        const other = await sendMcp({ credential, isNewest }, path, "tools/call", params(absent));
        expect(reply.result?.isError, reply.text).toBe(true);
        const text = JSON.stringify(reply.result).replaceAll(
          `esult ${result.historyId} `,
          `esult ${absent} `,
        );
        expect(text).toBe(JSON.stringify(other.result));
      }
    },

    async mcpMeta(step: DoorStep): Promise<void> {
      const { credential, isNewest, path, target, offered } = open(step);
      const tool = pick(world.tools, step.tool);
      const explicit = pickOrNone(world.connections, step.connection);
      const input = chooseInput(tool, Math.floor(step.variant / 5));
      const calls: [name: string, input: JsonObject][] = [
        ["bowline_search_tools", { query: "item", applicationSlug: tool.applicationSlug, top: 50 }],
        ["bowline_get_tool", { toolSlug: tool.slug }],
        [
          "bowline_execute_tool",
          { toolSlug: tool.slug, fields: input, ...(explicit && { connectionId: explicit.connectionId }) },
        ],
        ["bowline_list_connections", { top: 100 }],
        ["bowline_connect", { applicationSlug: tool.applicationSlug }],
      ];
      const [name, given] = pick(calls, step.variant);
      const marker = prepareOutput();
      const params = { name, arguments: given };
      const reply = await sendMcp({ credential, isNewest }, path, "tools/call", params, [marker]);
      const refusal = judgeDoor(
        credential,
        target,
        offered === null ? (metaScopes[name] ?? "") : "tools:execute",
      );
      if (refusal !== null) {
        expect(reply.status, reply.text).toBe(refusal);
        checkArrived(null);
        return;
      }
      const { result, text } = reply;
      if (offered !== null) {
        expect(reply.error?.code, text).toBe(-32602);
        checkArrived(null);
        return;
      }
      const seen = listSeen(world, credential);
      switch (name) {
        case "bowline_search_tools": {
          const known = world.tools.map(({ slug }) => slug);
          const found = readAll(result?.structuredContent?.tools, "toolSlug").filter((slug) =>
            known.includes(slug),
          );
          expect(seen.map(({ slug }) => slug)).toEqual(expect.arrayContaining(found));
          break;
        }
        case "bowline_get_tool":
          expect(result?.isError ?? false, text).toBe(!seen.includes(tool));
          break;
        case "bowline_execute_tool": {
          const call: DoorCall = { credential, tool, named: null, explicit, input };
          const verdict = settle(judgeCall(world, call));
          expectVerdict(reply, call, verdict, marker);
          const isLinked = !credential.isReadOnly && hasScope(credential, "connections:write");
          const isMissing = result?.structuredContent?.errorCode === "NO_DEFAULT_CONNECTION";
          expect(text.includes("/connect/"), text).toBe(isMissing && isLinked);
          break;
        }
        case "bowline_list_connections": {
          const listed = readAll(result?.structuredContent?.connections, "name");
          const own = world.connections.filter(({ owner }) => owner === credential.owner);
          expect(listed.toSorted()).toEqual(own.map((one) => one.name).toSorted());
          break;
        }
        default:
          expect(text.includes("/connect/"), text).toBe(!credential.isReadOnly);
      }
      if (name !== "bowline_execute_tool") {
        checkArrived(null);
      }
    },

    async connectLink(step: DoorStep): Promise<void> {
      const credential = pick(world.credentials, step.credential);
      const { applicationSlug } = pick(world.tools, step.tool);
      const response = await credential.api.post("/v1/connections/ConnectLink", { applicationSlug });
      checkHints(credential, applicationSlug, response.text);
      if (!isRefusedAtDoor(credential, response)) {
        const { toolset, isReadOnly } = credential;
        const isPermitted = toolset === null && !isReadOnly && hasScope(credential, "connections:write");
        expect(response.status, response.text).toBe(isPermitted ? 200 : 403);
      }
    },

    /** The owner, or somebody who must not, decides about the last call that was held back. */
    async decide(step: DoorStep): Promise<void> {
      const credential = pick(world.credentials, step.credential);
      if (asked === null) {
        return;
      }
      const { id, key } = asked;
      const isDenial = step.variant % 4 === 0;
      const verb = isDenial ? "Deny" : "Approve";
      const { isReadOnly, toolset } = credential;
      const response = await credential.api.post(`/v1/approvals/${id}/${verb}`, isDenial ? {} : undefined);
      checkHints(credential, id, response.text);
      if (isRefusedAtDoor(credential, response)) {
        return;
      }
      // Scopes of the tokens here that are not narrowed: none has toolsets:write.
      const isPermitted =
        credential.owner === "owner" &&
        toolset === null &&
        !isReadOnly &&
        hasScope(credential, "toolsets:write");
      if (!isPermitted) {
        expect(response.status, response.text).toBe(403);
        return;
      }
      expect([200, 409], response.text).toContain(response.status);
      if (response.status === 200) {
        approved[isDenial ? "delete" : "add"](key);
      }
    },

    /** The owner permits a tool, or no longer does. It holds for the next request. */
    async change(step: DoorStep): Promise<void> {
      const toolset = pick(world.toolsets.slice(0, 2), step.toolset);
      if (toolset.entries.length === 0) {
        return;
      }
      const { connection, slugs } = pick(toolset.entries, step.connection);
      const tools = world.tools.filter((tool) => tool.applicationSlug === connection.applicationSlug);
      const { slug } = pick(tools, step.tool);
      slugs[slugs.has(slug) ? "delete" : "add"](slug);
      const connections = renderEntries(toolset.entries);
      await succeed(world.owner.patch(`/v1/toolsets/${toolset.toolsetId}`, { connections }));
    },
  };
}

/** The same member of each record in a list; a list that is missing is empty. */
const readAll = (list: unknown, member: string): string[] =>
  ((list ?? []) as JsonObject[]).map((one) => String(one[member]));

const readValues = (presets: ReadonlyMap<string, JsonObject>): string[] =>
  [...presets.values()].flatMap((values) => Object.values(values).map(String));

/** Whether a text contains a name as a whole word. */
const contains = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "i").test(text);
