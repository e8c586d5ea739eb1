import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { uniqueName } from "./actors.ts";
import type { ImportedApplication } from "./applications.ts";
import { type Answer, type Caller, type CallerTarget, createKeyCaller, succeed } from "./caller.ts";
import type { Downstream } from "./downstream.ts";
import type { CreatedApiKey, ExecuteResponse, Execution, ListOf, Toolset } from "./records.ts";

/** A write with an idempotency key; `answer` is null while none came. */
interface KeyedWrite {
  key: string;
  title: string;
  answer: ExecuteResponse | null;
}

/** Work under way on a server that will be interrupted, and what of it was answered with 200. */
export class AcknowledgedWork {
  readonly reads = new Map<number, string>();
  readonly writes: KeyedWrite[] = [];
  readonly connections = new Map<number, string>();
  readonly toolsets = new Map<string, string>();
  readonly apiKeys = new Map<number, string>();
  readonly deletedConnections = new Set<number>();
  /** Answers other than 200. */
  readonly refusals: Answer[] = [];
  /** What answers broke of the rules that all of them keep. */
  readonly brokenRules: string[] = [];
  /** Calls that got no answer. */
  brokenCalls = 0;
  #isRunning = false;
  #workers: Promise<void>[] = [];
  #unchecked = { reads: [] as number[], writes: [] as KeyedWrite[] };
  readonly #application: ImportedApplication;

  constructor(application: ImportedApplication) {
    this.#application = application;
  }

  /** Begins to work with this caller until `end`. What meets a broken connection is tried no further. */
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
          // A broken connection is what the test does; a broken rule is what it looks for.
          if (error.name === "AssertionError") {
            this.brokenRules.push(error.message);
          } else {
            this.brokenCalls++;
          }
          return delay(20);
        });
      }
    });
  }

  /** Lets what is under way come to its end, well or badly. */
  async end(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#workers);
  }

  get count(): number {
    return (
      this.reads.size +
      this.writes.filter(({ answer }) => answer).length +
      this.connections.size +
      this.toolsets.size +
      this.apiKeys.size
    );
  }

  /**
   * Checks the work since `begin`: its records and its replays.
   *
   * @param isStored whether every answer to an idempotency key must have been kept: not when the database went away before it
   */
  async checkRound(caller: Caller, downstream: Downstream, isStored = true): Promise<void> {
    expect(this.brokenRules).toEqual([]);
    const { reads, writes } = this.#unchecked;
    for (const historyId of reads.slice(-20)) {
      await this.#checkRead(caller, historyId);
    }
    const unanswered = writes.filter(({ answer }) => answer === null);
    const answered = writes.filter(({ answer }) => answer !== null).slice(-15);
    for (const write of [...unanswered, ...answered]) {
      await this.#checkWrite(caller, write, isStored);
    }
    this.checkSentOnce(downstream);
  }

  /** Checks that all that was ever acknowledged is there. */
  async checkEverything(caller: Caller, target: CallerTarget): Promise<void> {
    const executions = await listAll<Execution>(caller, "/v1/executions");
    const ids = new Set(executions.map(({ historyId }) => historyId));
    expect(ids.size, "ids are unique").toBe(executions.length);
    const recorded = [...this.reads.keys(), ...this.writes.flatMap(({ answer }) => answer?.historyId ?? [])];
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

  /** No write arrived at the downstream twice for its one key, and each that was answered arrived. */
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
    const lost = this.writes.filter(({ title, answer }) => answer?.isSuccess && !arrivals.has(title));
    expect(lost).toEqual([]);
  }

  async #read(caller: Caller): Promise<void> {
    const color = uniqueName("color");
    const path = `/v1/tools/${this.#application.tool("list_items")}/execute`;
    const answer = await caller.post(path, { fields: { color } });
    if (answer.status !== 200) {
      return void this.refusals.push(answer);
    }
    const { isSuccess, historyId } = answer.body as ExecuteResponse;
    if (!isSuccess || historyId === null) {
      return;
    }
    this.reads.set(historyId, color);
    this.#unchecked.reads.push(historyId);
  }

  async #write(caller: Caller): Promise<void> {
    const write: KeyedWrite = { key: randomUUID(), title: uniqueName("title"), answer: null };
    this.writes.push(write);
    this.#unchecked.writes.push(write);
    const answer = await this.#send(caller, write);
    if (answer.status === 200) {
      write.answer = answer.body as ExecuteResponse;
    } else {
      this.refusals.push(answer);
    }
  }

  #send(caller: Caller, { key, title }: KeyedWrite): Promise<Answer> {
    const path = `/v1/tools/${this.#application.tool("create_item")}/execute`;
    return caller.post(path, { fields: { title } }, { headers: { "idempotency-key": key } });
  }

  async #connect(caller: Caller): Promise<void> {
    const name = uniqueName("connection");
    const body = { applicationSlug: this.#application.slug, name, fields: { token: uniqueName("token") } };
    const answer = await caller.post("/v1/connections", body);
    if (answer.status !== 200) {
      return void this.refusals.push(answer);
    }
    const { connectionId } = answer.body as { connectionId: number };
    this.connections.set(connectionId, name);
    if (connectionId % 3 !== 0) {
      return;
    }
    // From the moment it is asked for, nobody knows whether it is there.
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
    const answer = await caller.post("/v1/toolsets", { name: "before" });
    if (answer.status !== 200) {
      return void this.refusals.push(answer);
    }
    const { toolsetId } = answer.body as Toolset;
    const change = await caller.patch(`/v1/toolsets/${toolsetId}`, { name });
    if (change.status === 200) {
      this.toolsets.set(toolsetId, name);
    } else {
      this.refusals.push(change);
    }
  }

  async #makeKey(caller: Caller): Promise<void> {
    const answer = await caller.post("/v1/apikeys", { name: "Loaded" });
    if (answer.status !== 200) {
      return void this.refusals.push(answer);
    }
    const { apiKeyId, apiKey } = answer.body as CreatedApiKey;
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

  /** One that was answered answers the same again; of one that was not it may be unknown what became of it. */
  async #checkWrite(caller: Caller, write: KeyedWrite, isStored: boolean): Promise<void> {
    const replay = await this.#send(caller, write);
    if (write.answer && (isStored || replay.status === 200)) {
      expect(replay.status, replay.text).toBe(200);
      expect(replay.body).toEqual(write.answer);
      return;
    }
    expect([200, 409], replay.text).toContain(replay.status);
    if (replay.status === 200) {
      write.answer ??= replay.body as ExecuteResponse;
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
