import { expect } from "vitest";
import { succeed } from "../caller.ts";
import type { JsonObject, ListOf } from "../records.ts";
import { type DoorCall, hasScope, judgeCall, listPermitting, listSeen } from "./model.ts";
import { chooseInput, type DoorRun, type DoorStep, pick, pickOrNone, readName } from "./run.ts";

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

export async function listTools(run: DoorRun, step: DoorStep): Promise<void> {
  const credential = pick(run.world.credentials, step.credential);
  const named = pickOrNone(run.world.toolsets, step.toolset);
  const application = pick(run.world.applications, step.tool);
  const hasFilter = credential.toolset === null || step.variant % 2 === 0;
  const format = step.byName ? "mcp" : null;
  const response = await run.read(credential, "/v1/tools", {
    top: 1000,
    ...(named && { toolsetId: named.toolsetId }),
    ...(hasFilter && { applicationSlug: application.slug }),
    ...(format && { format }),
    ...(step.variant % 5 === 0 && { search: "item" }),
  });
  if (run.isRefusedAtDoor(credential, response)) {
    return;
  }
  const isOther = named !== null && credential.toolset !== null && named !== credential.toolset;
  if (isOther || (named !== null && named.owner !== credential.owner)) {
    expect(response.status, response.text).toBe(403);
    return;
  }
  const { items } = await succeed<ListOf<{ slug?: string; name: string }>>(Promise.resolve(response));
  const seen = listSeen(run.world, credential)
    .filter((tool) => named === null || listPermitting(named, tool).length > 0)
    .filter((tool) => !hasFilter || tool.applicationSlug === application.slug);
  const shownBy = named ?? credential.toolset;
  const expected = seen.map((tool) =>
    format !== null && shownBy !== null ? readName(shownBy, tool) : tool.slug,
  );
  const known = run.world.tools.map(({ slug }) => slug);
  const listed = items
    .map((item) => (format === null ? (item.slug ?? "") : item.name))
    .filter((name) => shownBy !== null || known.includes(name));
  if (step.variant % 5 === 0) {
    expect(expected).toEqual(expect.arrayContaining(listed));
  } else {
    expect(listed.toSorted()).toEqual(expected.toSorted());
  }
}

export async function getTool(run: DoorRun, step: DoorStep): Promise<void> {
  const credential = pick(run.world.credentials, step.credential);
  const tool = pick(run.world.tools, step.tool);
  const given = credential.toolset?.names.get(tool.slug);
  const name = step.byName ? (given ?? tool.slug) : tool.slug;
  const suffix = ["", "?view=input", "/schema", "?format=openai"][step.variant % 4];
  const response = await run.read(credential, `/v1/tools/${name}${suffix}`);
  if (!run.isRefusedAtDoor(credential, response)) {
    const isSeen = listSeen(run.world, credential).includes(tool);
    expect(response.status, response.text).toBe(isSeen ? 200 : 403);
  }
}

export async function readApi(run: DoorRun, step: DoorStep): Promise<void> {
  const credential = pick(run.world.credentials, step.credential);
  const { path, narrowed, scope } = pick(reads, step.variant);
  const own = run.ran.filter(({ owner }) => owner === credential.owner).map(({ marker }) => marker);
  const response = await run.read(credential, path, { top: 100 }, own);
  if (!run.isRefusedAtDoor(credential, response)) {
    const isNarrow = credential.toolset !== null && narrowed !== "toolset";
    const isPermitted = !isNarrow && (scope === null || hasScope(credential, scope));
    expect(response.status, `${path} ${response.text}`).toBe(isPermitted ? 200 : 403);
  }
}

export async function readOne(run: DoorRun, step: DoorStep): Promise<void> {
  const credential = pick(run.world.credentials, step.credential);
  const connection = pick(run.world.connections, step.connection);
  const toolset = pick(run.world.toolsets, step.toolset);
  const execution = run.ran.length === 0 ? null : pick(run.ran, step.result);
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
      path: `/v1/applications/${pick(run.world.applications, step.tool).slug}`,
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
    ...(run.asked === null
      ? []
      : [
          {
            path: `/v1/approvals/${run.asked.id}`,
            scope: "toolsets:read",
            isPermitted: credential.toolset === null && credential.owner === run.asked.owner,
          },
        ]),
  ];
  const { path, scope, isPermitted } = pick(kinds, step.variant);
  const mayShow = isPermitted && execution !== null ? [execution.marker] : [];
  const response = await run.read(credential, path, {}, mayShow);
  if (!run.isRefusedAtDoor(credential, response)) {
    const status = isPermitted && hasScope(credential, scope) ? 200 : 403;
    expect(response.status, `${credential.label} ${path} ${response.text}`).toBe(status);
  }
}

export async function execute(run: DoorRun, step: DoorStep): Promise<void> {
  const credential = pick(run.world.credentials, step.credential);
  const tool = pick(run.world.tools, step.tool);
  const named = pickOrNone(run.world.toolsets, step.toolset);
  const explicit = pickOrNone(run.world.connections, step.connection);
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
  const marker = run.prepareOutput();
  const headers = key === null ? {} : { "idempotency-key": `${run.world.toolsets[0]?.toolsetId}-${key}` };
  const path = `/v1/tools/${name}/execute`;
  const response = await credential.api.post(path, { fields: input }, { query, headers });
  const request = JSON.stringify([path, query, input]);
  const place = `${credential.label} ${key}`;
  const kept = key === null ? undefined : run.stored.get(place);
  const replayed = run.ran.filter((one) => kept?.text.includes(one.marker)).map((one) => one.marker);
  run.checkHints(credential, request, response.text, [marker, ...replayed]);
  if (run.isRefusedAtDoor(credential, response)) {
    return;
  }
  const verdict = run.settle(judgeCall(run.world, call));
  if (verdict.kind === "refused") {
    expect(verdict.codes, `${credential.label} ${request} ${response.text}`).toContain(
      (response.body as JsonObject).errorCode,
    );
    run.checkArrived(null);
    return;
  }
  if (kept !== undefined) {
    run.checkArrived(null);
    expect(response.status, response.text).toBe(kept.request === request ? 200 : 409);
    expect(kept.request === request ? response.text : kept.text).toBe(kept.text);
    return;
  }
  const outcome = await succeed<JsonObject>(Promise.resolve(response));
  if (step.isDryRun) {
    run.checkArrived(null);
  } else if (verdict.kind === "held") {
    expect(outcome).toMatchObject({ isSuccess: false, historyId: null, output: null });
    run.checkArrived(null);
    run.asked = {
      id: response.headers["x-bowline-approval-id"] ?? "",
      key: verdict.key,
      owner: credential.owner,
    };
  } else {
    expect(response.headers["x-bowline-connection-id"]).toBe(String(verdict.connection.connectionId));
    run.checkArrived(verdict.connection, verdict.sent);
    run.note(call, verdict, marker, outcome.historyId);
    if (key !== null) {
      run.stored.set(place, { request, text: response.text });
    }
  }
}

export async function connectLink(run: DoorRun, step: DoorStep): Promise<void> {
  const credential = pick(run.world.credentials, step.credential);
  const { applicationSlug } = pick(run.world.tools, step.tool);
  const response = await credential.api.post("/v1/connections/ConnectLink", { applicationSlug });
  run.checkHints(credential, applicationSlug, response.text);
  if (!run.isRefusedAtDoor(credential, response)) {
    const { toolset, isReadOnly } = credential;
    const isPermitted = toolset === null && !isReadOnly && hasScope(credential, "connections:write");
    expect(response.status, response.text).toBe(isPermitted ? 200 : 403);
  }
}
