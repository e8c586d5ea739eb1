import { expect } from "vitest";
import { uniqueName } from "../actors.ts";
import { newestRequest, olderRequest, sendRaw } from "../mcp-door.ts";
import type { JsonObject } from "../records.ts";
import {
  type DoorCall,
  type DoorVerdict,
  hasScope,
  judgeCall,
  listPermitting,
  listSeen,
  listVisible,
} from "./model.ts";
import {
  chooseInput,
  contains,
  type DoorRun,
  type DoorStep,
  pick,
  pickOrNone,
  readAll,
  readName,
  readValues,
} from "./run.ts";
import type { DoorCredential, DoorToolset } from "./world.ts";

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

export async function mcpList(run: DoorRun, step: DoorStep): Promise<void> {
  const { credential, target, path, offered, isNewest } = open(run, step);
  const { status, result, text } = await sendMcp(run, { credential, isNewest }, path, "tools/list");
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
  const visible = listVisible(run.world, credential, offered);
  const expected = visible
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
    .map((tool) => readName(offered, tool));
  expect(names).toEqual([...expected, ...(offered.resultBytes === null ? [] : ["bowline_read_result"])]);
  // Agents see no preset at a toolset's address, whatever their credential.
  const hidden = readValues(offered.presets).filter((value) => contains(text, value));
  expect(hidden).toEqual([]);
}

export async function mcpCall(run: DoorRun, step: DoorStep): Promise<void> {
  const { credential, target, path, offered, isNewest } = open(run, step);
  const tool = pick(run.world.tools, step.tool);
  if (offered === null) {
    return;
  }
  const name = step.byName ? tool.slug : readName(offered, tool);
  const input = chooseInput(tool, step.variant);
  const marker = run.prepareOutput();
  const params = { name, arguments: input };
  const reply = await sendMcp(run, { credential, isNewest }, path, "tools/call", params, [marker]);
  const refusal = judgeDoor(credential, target, "tools:execute");
  if (refusal !== null) {
    expect(reply.status, reply.text).toBe(refusal);
    run.checkArrived(null);
    return;
  }
  const visible = listVisible(run.world, credential, offered);
  if (!visible.includes(tool) || readName(offered, tool) !== name) {
    const names = visible.map((one) => readName(offered, one));
    expectUnknown(run, reply, name, names);
    const absent = `${name}${uniqueName("x")}`;
    const other = { name: absent, arguments: input };
    expectUnknown(
      run,
      await sendMcp(run, { credential, isNewest }, path, "tools/call", other),
      absent,
      names,
    );
    return;
  }
  const call: DoorCall = { credential, tool, named: offered, explicit: null, input };
  expectVerdict(run, reply, call, run.settle(judgeCall(run.world, call)), marker);
}

export async function readResult(run: DoorRun, step: DoorStep): Promise<void> {
  const { credential, target, path, offered, isNewest } = open(run, step);
  const result = run.ran.length === 0 ? null : pick(run.ran, step.result);
  if (result === null || judgeDoor(credential, target, "tools:execute") !== null) {
    return;
  }
  const isReadable =
    offered !== null &&
    result.owner === credential.owner &&
    result.toolset === offered &&
    listVisible(run.world, credential, offered).includes(result.tool) &&
    listPermitting(offered, result.tool).includes(result.connection);
  const params = (historyId: number) => ({
    name: "bowline_read_result",
    arguments: { historyId, offset: 0 },
  });
  const mayShow = isReadable ? [result.marker] : [];
  run.downstream.forget();
  const reply = await sendMcp(
    run,
    { credential, isNewest },
    path,
    "tools/call",
    params(result.historyId),
    mayShow,
  );
  run.checkArrived(null);
  if (offered === null || offered.resultBytes === null) {
    expect(reply.error?.code, reply.text).toBe(-32602);
  } else if (isReadable) {
    expect(reply.result?.isError, reply.text).toBeFalsy();
  } else {
    const absent = 2_000_000_000;
    const other = await sendMcp(run, { credential, isNewest }, path, "tools/call", params(absent));
    expect(reply.result?.isError, reply.text).toBe(true);
    const text = JSON.stringify(reply.result).replaceAll(`esult ${result.historyId} `, `esult ${absent} `);
    expect(text).toBe(JSON.stringify(other.result));
  }
}

export async function mcpMeta(run: DoorRun, step: DoorStep): Promise<void> {
  const { credential, isNewest, path, target, offered } = open(run, step);
  const tool = pick(run.world.tools, step.tool);
  const explicit = pickOrNone(run.world.connections, step.connection);
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
  const marker = run.prepareOutput();
  const params = { name, arguments: given };
  const reply = await sendMcp(run, { credential, isNewest }, path, "tools/call", params, [marker]);
  const refusal = judgeDoor(
    credential,
    target,
    offered === null ? (metaScopes[name] ?? "") : "tools:execute",
  );
  if (refusal !== null) {
    expect(reply.status, reply.text).toBe(refusal);
    run.checkArrived(null);
    return;
  }
  const { result, text } = reply;
  if (offered !== null) {
    expect(reply.error?.code, text).toBe(-32602);
    run.checkArrived(null);
    return;
  }
  const seen = listSeen(run.world, credential);
  switch (name) {
    case "bowline_search_tools": {
      const known = run.world.tools.map(({ slug }) => slug);
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
      const verdict = run.settle(judgeCall(run.world, call));
      expectVerdict(run, reply, call, verdict, marker);
      const isLinked = !credential.isReadOnly && hasScope(credential, "connections:write");
      const isMissing = result?.structuredContent?.errorCode === "NO_DEFAULT_CONNECTION";
      expect(text.includes("/connect/"), text).toBe(isMissing && isLinked);
      break;
    }
    case "bowline_list_connections": {
      const listed = readAll(result?.structuredContent?.connections, "name");
      const own = run.world.connections.filter(({ owner }) => owner === credential.owner);
      expect(listed.toSorted()).toEqual(own.map((one) => one.name).toSorted());
      break;
    }
    default:
      expect(text.includes("/connect/"), text).toBe(!credential.isReadOnly);
  }
  if (name !== "bowline_execute_tool") {
    run.checkArrived(null);
  }
}

function open(run: DoorRun, step: DoorStep) {
  const credential = pick(run.world.credentials, step.credential);
  const target = pickOrNone(run.world.toolsets, step.toolset);
  const path = target === null ? "/mcp" : `/mcp/${target.toolsetId}`;
  return { credential, target, path, offered: target ?? credential.toolset, isNewest: step.isNewest };
}

async function sendMcp(
  run: DoorRun,
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
  run.checkHints(credential, JSON.stringify([path, params]), response.text, mayShow);
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

/** What is not there and what is outside get the same response. */
function expectUnknown(
  run: DoorRun,
  { error, text }: McpReply,
  name: string,
  visible: readonly string[],
): void {
  expect(error?.code, text).toBe(-32602);
  const [, told, advice = ""] = /There is no tool "(.*)" here\. (.*)$/.exec(error?.message ?? "") ?? [];
  expect(told, text).toBe(name);
  const [, nearest] = /^Did you mean "(.*)"\?$/.exec(advice) ?? [];
  const [, list] = /^The tools are: (.*?)(?: and \d+ more)?\.$/.exec(advice) ?? [];
  const named = [...(nearest === undefined ? [] : [nearest]), ...(list?.split(", ") ?? [])];
  expect(visible).toEqual(expect.arrayContaining(named));
  if (named.length === 0) {
    expect(advice).toMatch(/^The toolset has no tool|with bowline_execute_tool/);
  }
  run.checkArrived(null);
}

function expectVerdict(
  run: DoorRun,
  reply: McpReply,
  call: DoorCall,
  verdict: DoorVerdict,
  marker: string,
): void {
  const { result, text } = reply;
  if (verdict.kind === "refused") {
    expect(result?.isError, text).toBe(true);
    expect(verdict.codes, text).toContain(result?.structuredContent?.errorCode);
    run.checkArrived(null);
  } else if (verdict.kind === "held") {
    expect(result, text).toMatchObject({ isError: true, _meta: { "bowline/kind": "approvalRequired" } });
    run.checkArrived(null);
    run.asked = {
      id: String(result?._meta?.["bowline/approvalId"]),
      key: verdict.key,
      owner: call.credential.owner,
    };
  } else {
    expect(result?.isError, text).toBeFalsy();
    expect(result?._meta?.["bowline/connectionId"]).toBe(verdict.connection.connectionId);
    run.checkArrived(verdict.connection, verdict.sent);
    run.note(call, verdict, marker, result?._meta?.["bowline/historyId"]);
  }
}
