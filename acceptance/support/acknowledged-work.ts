import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { uniqueName } from "./actors.ts";
import type { ImportedApplication } from "./applications.ts";
import { type ApiResponse, type Caller, type CallerTarget, createKeyCaller, succeed } from "./caller.ts";
import type { Downstream } from "./downstream.ts";
import type { CreatedApiKey, ExecuteResponse, Execution, ListOf, Toolset } from "./records.ts";

/** A write with an idempotency key; `response` is null until one arrives. */
interface KeyedWrite {
  key: string;
  title: string;
  response: ExecuteResponse | null;
}

/** After each step. Without it the work would take all processor time, also from a database or a server that starts. */
const pauseMs = 20;

/** Runs work on a server that will be interrupted, and records which calls returned 200. */
export class AcknowledgedWork {
  readonly reads = new Map<number, string>();
  readonly writes: KeyedWrite[] = [];
  readonly connections = new Map<number, string>();
  readonly toolsets = new Map<string, string>();
  readonly apiKeys = new Map<number, string>();
  readonly deletedConnections = new Set<number>();
  /** Responses other than 200. */
  readonly refusals: ApiResponse[] = [];
  /** Rules for all responses that a response broke. */
  readonly brokenRules: string[] = [];
  /** Calls that got no response. */
  brokenCalls = 0;
  #isRunning = false;
  #workers: Promise<void>[] = [];
  #unchecked = { reads: [] as number[], writes: [] as KeyedWrite[] };
  readonly #application: ImportedApplication;

  constructor(application: ImportedApplication) {
    this.#application = application;
  }

  /** Works as this caller until `end`. A step whose connection breaks is not retried. */
  begin(caller: Caller, atOnce = 8): void {
    this.#isRunning = true;
    this.#unchecked = { reads: [], writes: [] };
    const steps = [
      this.#read,
      this.#write,
      this.#connect,
      this.#read,
      this.#bundle,
      this.#write,
      this.#makeKey,
    ];
    this.#workers = Array.from({ length: atOnce }, async (_, worker) => {
      for (let turn = worker; this.#isRunning; turn++) {
        const step = steps[turn % steps.length];
        await step?.call(this, caller).catch((error: Error) => {
          // The test breaks connections on purpose; it looks for broken rules.
          if (error.name === "AssertionError") {
            this.brokenRules.push(error.message);
          } else {
            this.brokenCalls++;
          }
        });
        await delay(pauseMs);
      }
    });
  }

  /** Waits until all running steps have succeeded or failed. */
  async end(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#workers);
  }

  get count(): number {
    return (
      this.reads.size +
      this.writes.filter(({ response }) => response).length +
      this.connections.size +
      this.toolsets.size +
      this.apiKeys.size
    );
  }

  /**
   * Checks the work since `begin`: its records and its replays.
   *
   * @param isStored whether each response to an idempotency key must be stored; false when the database stopped first
   */
  async checkRound(caller: Caller, downstream: Downstream, isStored = true): Promise<void> {
    expect(this.brokenRules).toEqual([]);
    const { reads, writes } = this.#unchecked;
    for (const historyId of reads.slice(-20)) {
      await this.#checkRead(caller, historyId);
    }
    const withoutResponse = writes.filter(({ response }) => response === null);
    const withResponse = writes.filter(({ response }) => response !== null).slice(-15);
    for (const write of [...withoutResponse, ...withResponse]) {
      await this.#checkWrite(caller, write, isStored);
    }
    this.checkSentOnce(downstream);
  }

  /** Checks that everything acknowledged is stored. */
  async checkEverything(caller: Caller, target: CallerTarget): Promise<void> {
    const executions = await listAll<Execution>(caller, "/v1/executions");
    const ids = new Set(executions.map(({ historyId }) => historyId));
    expect(ids.size, "ids are unique").toBe(executions.length);
    const recorded = [
      ...this.reads.keys(),
      ...this.writes.flatMap(({ response }) => response?.historyId ?? []),
    ];
    expect(recorded.filter((historyId) => !ids.has(historyId))).toEqual([]);
    const toolsets = await listAll<Toolset>(caller, "/v1/toolsets");
    expectAll(this.toolsets, new Map(toolsets.map(({ toolsetId, name }) => [toolsetId, name])));
    const connections = await listAll<{ connectionId: number; name: string }>(caller, "/v1/connections");
    const names = new Map(connections.map(({ connectionId, name }) => [connectionId, name]));
    expectAll(this.connections, names);
    expect([...this.deletedConnections].filter((connectionId) => names.has(connectionId))).toEqual([]);
    for (const apiKey of this.apiKeys.values()) {
      await succeed(createKeyCaller(apiKey, target).get("/v1/auth/whoami"));
    }
  }

  /** Checks that no write arrived at the downstream twice for one key, and that each acknowledged write arrived. */
  checkSentOnce(downstream: Downstream): void {
    const arrivals = new Map<string, number>();
    for (const { method, body } of downstream.requests) {
      if (method !== "POST") {
        continue;
      }
      const { title } = JSON.parse(body.toString());
      arrivals.set(title, (arrivals.get(title) ?? 0) + 1);
    }
    expect([...arrivals].filter(([, times]) => times > 1)).toEqual([]);
    const lost = this.writes.filter(({ title, response }) => response?.isSuccess && !arrivals.has(title));
    expect(lost).toEqual([]);
  }

  async #read(caller: Caller): Promise<void> {
    const color = uniqueName("color");
    const path = `/v1/tools/${this.#application.tool("list_items")}/execute`;
    const response = await caller.post(path, { fields: { color } });
    if (response.status !== 200) {
      this.refusals.push(response);
      return;
    }
    const { isSuccess, historyId } = response.body as ExecuteResponse;
    if (!isSuccess || historyId === null) {
      return;
    }
    this.reads.set(historyId, color);
    this.#unchecked.reads.push(historyId);
  }

  async #write(caller: Caller): Promise<void> {
    const write: KeyedWrite = { key: randomUUID(), title: uniqueName("title"), response: null };
    this.writes.push(write);
    this.#unchecked.writes.push(write);
    const response = await this.#send(caller, write);
    if (response.status === 200) {
      write.response = response.body as ExecuteResponse;
    } else {
      this.refusals.push(response);
    }
  }

  #send(caller: Caller, { key, title }: KeyedWrite): Promise<ApiResponse> {
    const path = `/v1/tools/${this.#application.tool("create_item")}/execute`;
    return caller.post(path, { fields: { title } }, { headers: { "idempotency-key": key } });
  }

  async #connect(caller: Caller): Promise<void> {
    const name = uniqueName("connection");
    const body = { applicationSlug: this.#application.slug, name, fields: { token: uniqueName("token") } };
    const response = await caller.post("/v1/connections", body);
    if (response.status !== 200) {
      this.refusals.push(response);
      return;
    }
    const { connectionId } = response.body as { connectionId: number };
    this.connections.set(connectionId, name);
    if (connectionId % 3 !== 0) {
      return;
    }
    // Once the deletion is requested, the connection may or may not exist.
    this.connections.delete(connectionId);
    const deletion = await caller.delete(`/v1/connections/${connectionId}`);
    if (deletion.status === 200) {
      this.deletedConnections.add(connectionId);
    } else {
      this.refusals.push(deletion);
    }
  }

  async #bundle(caller: Caller): Promise<void> {
    const name = uniqueName("toolset");
    const response = await caller.post("/v1/toolsets", { name: "before" });
    if (response.status !== 200) {
      this.refusals.push(response);
      return;
    }
    const { toolsetId } = response.body as Toolset;
    const change = await caller.patch(`/v1/toolsets/${toolsetId}`, { name });
    if (change.status === 200) {
      this.toolsets.set(toolsetId, name);
    } else {
      this.refusals.push(change);
    }
  }

  async #makeKey(caller: Caller): Promise<void> {
    const response = await caller.post("/v1/apikeys", { name: "Loaded" });
    if (response.status !== 200) {
      this.refusals.push(response);
      return;
    }
    const { apiKeyId, apiKey } = response.body as CreatedApiKey;
    this.apiKeys.set(apiKeyId, apiKey);
  }

  async #checkRead(caller: Caller, historyId: number): Promise<void> {
    const record = await succeed<Execution>(caller.get(`/v1/executions/${historyId}`));
    expect(record).toMatchObject({
      toolSlug: this.#application.tool("list_items"),
      isSuccess: true,
      input: { fields: { color: this.reads.get(historyId) } },
      output: [],
    });
  }

  /** An acknowledged write returns the same response again. The result of another write may be unknown. */
  async #checkWrite(caller: Caller, write: KeyedWrite, isStored: boolean): Promise<void> {
    const replay = await this.#send(caller, write);
    if (write.response && (isStored || replay.status === 200)) {
      expect(replay.status, replay.text).toBe(200);
      expect(replay.body).toEqual(write.response);
      return;
    }
    expect([200, 409], replay.text).toContain(replay.status);
    if (replay.status === 200) {
      write.response ??= replay.body as ExecuteResponse;
    }
  }
}

function expectAll<Key>(acknowledged: Map<Key, string>, found: Map<Key, string>): void {
  const missing = [...acknowledged].filter(([key, name]) => found.get(key) !== name);
  expect(missing).toEqual([]);
}

async function listAll<Item>(caller: Caller, path: string): Promise<Item[]> {
  const all: Item[] = [];
  for (let totalCount = 1; all.length < totalCount; ) {
    const page = await succeed<ListOf<Item>>(caller.get(path, { offset: all.length, top: 1000 }));
    if (page.items.length === 0) {
      break;
    }
    all.push(...page.items);
    totalCount = page.totalCount;
  }
  return all;
}
