import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { advisoryLocks } from "./advisory-locks.ts";
import { ChangeConfirmations, type SilentSession } from "./change-confirmations.ts";
import { ChangeListener } from "./change-listener.ts";

let db: TestDatabase;
let listener: ChangeListener;
let aheadMs: number;
/** Null: time passes. */
let stoppedAt: number | null;
let isThere: boolean;
let silent: SilentSession[][];
const opened: Other[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  aheadMs = 0;
  stoppedAt = null;
  isThere = true;
  silent = [];
  listener = await open();
});
afterEach(async () => {
  vi.useRealTimers();
  await listener.close();
  await Promise.all(opened.splice(0).map((other) => other.close()));
});

const open = (onChange = (): void => undefined): Promise<ChangeListener> =>
  ChangeListener.open({
    connection: {
      ...db.connectionConfig,
      // Read at every attempt.
      get database() {
        return isThere ? db.connectionConfig.database : "missing";
      },
    },
    onChange,
    onGap: () => undefined,
    onError: () => undefined,
    onSilent: (sessions) => silent.push(sessions),
    now: () => (stoppedAt ?? performance.now()) + aheadMs,
  });

/** Another process that listens, and responds when the test wants it. */
class Other {
  readonly questions: string[] = [];
  /** The processes that have said that they are back. */
  readonly back: string[] = [];
  readonly #client = new pg.Client(db.connectionConfig);
  processId = 0;

  static async open(): Promise<Other> {
    const other = new Other();
    opened.push(other);
    const client = other.#client;
    client.on("notification", ({ payload = "" }) =>
      (payload.startsWith("back:") ? other.back : other.questions).push(payload),
    );
    await client.connect();
    const { rows } = await client.query(
      `select pg_backend_pid() as id, pg_advisory_lock_shared(${advisoryLocks.listenForChanges})`,
    );
    other.processId = rows[0].id;
    await client.query("listen bowline_changed");
    return other;
  }

  /** Responds to the last question that it has received. */
  async respond(): Promise<void> {
    await expect.poll(() => this.questions).not.toEqual([]);
    const [, asker, number] = this.questions.at(-1)?.split(":") ?? [];
    await this.#client.query("select pg_notify($1, $2)", [
      `bowline_heard_${asker}`,
      `${number}:${this.processId}`,
    ]);
  }

  /** Says that it is about to use its memory again. */
  async sayBack(): Promise<void> {
    await this.#client.query(`select pg_notify('bowline_changed', 'back:${this.processId}')`);
  }

  /** Waits until all that was committed before has arrived. */
  async hear(): Promise<void> {
    await this.#client.query("select");
  }

  async leave(): Promise<void> {
    await this.#client.query(
      `select pg_advisory_unlock_shared(${advisoryLocks.listenForChanges}), pg_notify('bowline_changed', 'left:${this.processId}')`,
    );
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

/** Whether a promise is still open after a round trip to the database, which takes longer than all that is ready. */
async function isOpen(promise: Promise<void>): Promise<boolean> {
  let isOver = false;
  void promise.then(() => {
    isOver = true;
  });
  await db.pool.query("select pg_sleep(0.05)");
  return !isOver;
}

/** From now on nothing ends because time passes. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  stoppedAt = Math.ceil(performance.now());
}

test("a process that is alone waits for its own notifications only", async () => {
  const heard: string[] = [];
  await listener.close();
  listener = await open((...changes: unknown[]) => void heard.push(JSON.stringify(changes[0])));
  stopTime();
  await db.pool.query("select pg_notify('bowline_changed', 'connection:12')");
  await listener.heardByAll();
  expect(heard).toEqual(['{"topic":"connection","key":"12"}']);
});

test("a change waits until each other process has responded", async () => {
  const [one, two] = [await Other.open(), await Other.open()];
  stopTime();
  const confirmed = listener.heardByAll();
  await one.respond();
  expect(await isOpen(confirmed)).toBe(true);
  await two.respond();
  await confirmed;
});

test("processes that listen respond to each other", async () => {
  const others = [await open(), await open()];
  stopTime();
  await Promise.all([listener, ...others].map((each) => each.heardByAll()));
  vi.useRealTimers();
  await Promise.all(others.map((each) => each.close()));
});

test("a response to an earlier question is none to a later one", async () => {
  const other = await Other.open();
  stopTime();
  const first = listener.heardByAll();
  await other.respond();
  await first;
  const second = listener.heardByAll();
  await expect.poll(() => other.questions).toHaveLength(2);
  other.questions.pop();
  await other.respond();
  expect(await isOpen(second)).toBe(true);
  other.questions.push(other.questions[0]?.replace(/\d+$/, "2") ?? "");
  await other.respond();
  await second;
});

test("a process that does not respond is waited for until it has stopped using its memory", async () => {
  await Other.open();
  const askedAt = performance.now();
  await listener.heardByAll();
  expect(performance.now() - askedAt).toBeGreaterThan(1000);
});

/** Asks a process that does not respond, and waits for as long as it may use its memory. */
async function waitInVain(other: Other): Promise<void> {
  const before = other.questions.length;
  const waiting = listener.heardByAll();
  await expect.poll(() => other.questions).toHaveLength(before + 1);
  vi.advanceTimersByTime(1050);
  await waiting;
}

test("a process that stays silent for two seconds is not waited for until it says that it is back", async () => {
  const other = await Other.open();
  stopTime();
  await waitInVain(other);
  // A heartbeat that was asked for before the first question may have ended now, which is good for a second.
  aheadMs = 2000;
  await waitInVain(other);
  aheadMs = 2050;
  await listener.heardByAll();
  expect(other.questions).toHaveLength(2);
  await other.sayBack();
  const waiting = listener.heardByAll();
  expect(await isOpen(waiting)).toBe(true);
  await other.respond();
  await waiting;
});

test("a response takes a process that was silent among those that are waited for", async () => {
  const other = await Other.open();
  stopTime();
  await waitInVain(other);
  aheadMs = 2050;
  await listener.heardByAll();
  await other.respond();
  expect(await isOpen(listener.heardByAll())).toBe(true);
});

test("the sessions of silent processes are reported, at most once a minute", async () => {
  const other = await Other.open();
  stopTime();
  await waitInVain(other);
  const session = { processId: other.processId, application: "", port: expect.any(Number) };
  await expect.poll(() => silent).toMatchObject([[session]]);
  await waitInVain(other);
  // The next question follows the report, if there is one.
  const waiting = listener.heardByAll();
  await expect.poll(() => other.questions).toHaveLength(3);
  expect(silent).toHaveLength(1);
  aheadMs = 60_000;
  vi.advanceTimersByTime(1050);
  await waiting;
  await expect.poll(() => silent).toHaveLength(2);
});

test("a process says that it is back before it uses its memory again", async () => {
  const other = await Other.open();
  aheadMs += 1000;
  expect(listener.isFresh()).toBe(false);
  await expect.poll(() => listener.isFresh(), { interval: 1 }).toBe(true);
  await other.hear();
  expect(other.back).toHaveLength(1);
});

test("a process that cannot respond gives up its connection", async () => {
  const other = await Other.open();
  const client = new pg.Client(db.connectionConfig);
  await client.connect();
  const confirmations = new ChangeConfirmations(
    () => performance.now(),
    () => undefined,
  );
  await confirmations.begin(client);
  const ended = new Promise((resolve) => client.once("end", resolve));
  await client.query("begin");
  await client.query("select missing").catch(() => undefined);
  confirmations.take({ topic: "asked", key: `${other.processId}:1` });
  await ended;
  await expect(confirmations.look()).rejects.toThrow();
});

test("a process that is gone may use its memory for another second", async () => {
  const other = await Other.open();
  // A heartbeat has seen it.
  const confirmed = listener.heardByAll();
  await other.respond();
  await confirmed;
  await other.close();
  opened.pop();
  stopTime();
  const waiting = listener.heardByAll();
  expect(await isOpen(waiting)).toBe(true);
  vi.advanceTimersByTime(1050);
  await waiting;
  aheadMs = 1000;
  await listener.heardByAll();
});

test("a process that has left is not waited for", async () => {
  const other = await Other.open();
  stopTime();
  const confirmed = listener.heardByAll();
  await expect.poll(() => other.questions).toHaveLength(1);
  await other.leave();
  await confirmed;
  await listener.heardByAll();
});

test("a listener that is closed says so", async () => {
  const closing = await open();
  await Promise.all([listener.heardByAll(), closing.heardByAll()]);
  await closing.close();
  stopTime();
  await listener.heardByAll();
});

test("without a connection a change waits until the others have stopped using their memory", async () => {
  isThere = false;
  await db.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bowline-changes' and datname = current_database()",
  );
  await expect.poll(() => listener.isFresh()).toBe(false);
  const askedAt = performance.now();
  await listener.heardByAll();
  expect(performance.now() - askedAt).toBeGreaterThan(1000);
});

test("changes that end at once share a question", async () => {
  const other = await Other.open();
  stopTime();
  const waiting = Promise.all(Array.from({ length: 50 }, () => listener.heardByAll()));
  await other.respond();
  await waiting;
  expect(other.questions).toHaveLength(1);
});
