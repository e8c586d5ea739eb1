import type pg from "pg";
import { advisoryLocks } from "./advisory-locks.ts";

/** A process that has heard of nothing for this long reads the database instead of its memory. */
export const freshForMs = 1000;
/** Timers may fire a little early. */
const marginMs = 50;
/**
 * A process whose response is missing for this long has stopped using its memory, and says so before it uses it again. A second may
 * pass until a heartbeat that it has sent before the question ends, and another until what that heartbeat showed is over.
 */
const silentAfterMs = 2 * freshForMs + marginMs;

/** The channel on which all processes listen. */
export const changesChannel = "bowline_changed";

/** A process that listens holds this lock for as long as its connection is open. */
const lock = advisoryLocks.listenForChanges;

const register = `select pg_backend_pid() as "processId", pg_advisory_lock_shared(${lock}),
  exists (select from server_process where alive_date > now() - interval '30 seconds') as "hasOthers"`;

const listListening = `select pid as "processId" from pg_locks
  where locktype = 'advisory' and classid = 0 and objid = ${lock} and objsubid = 1 and granted
    and database = (select oid from pg_database where datname = current_database())`;

const leave = `select pg_advisory_unlock_shared(${lock}), pg_notify('${changesChannel}', $1)`;

const notify = "select pg_notify($1, $2)";

const describeSessions = `select pid as "processId", application_name as application, host(client_addr) as address, client_port as port
  from pg_stat_activity where pid = any($1::int[]) order by pid`;

/** The database's session of a process that does not respond. */
export interface SilentSession {
  /** The id of the database's process, as in `pg_stat_activity`. */
  processId: number;
  application: string;
  /** Where the session was opened from; null: on the database's own machine, by a socket. */
  address: string | null;
  port: number | null;
}

/** A question to all other processes, up to where they have heard. */
interface Question {
  number: number;
  /** Monotonic milliseconds from when on the others receive it. Infinity before. */
  sentAt: number;
  /** The processes that have not responded. */
  waitsFor: Set<number>;
  resolve(): void;
}

/**
 * Lets a process wait until all others have heard of its changes (decisions D88). The database delivers notifications in the order in
 * which they were committed, so a process that receives a question has received all changes before it.
 *
 * A process is known by the id of the database's process that serves its connection. Whoever is gone, or does not respond, has
 * stopped using its memory after a second. Whoever has not responded for two seconds is not waited for until it is heard from: a
 * process says that it is back before it uses its memory again. Either that is heard before a change's list of processes comes, or
 * the process reads the database after the change.
 */
export class ChangeConfirmations {
  readonly #now: () => number;
  readonly #onSilent: (sessions: SilentSession[]) => void;
  #client: pg.Client | null = null;
  #ownId = 0;
  /** The others, when the database was asked last. */
  #others = new Set<number>();
  /** When the last one was missed that may have used its memory until then. */
  #missedAt = Number.NEGATIVE_INFINITY;
  /** The connection takes one statement at a time. */
  #running: Promise<unknown> = Promise.resolve();
  #asked = 0;
  readonly #questions = new Set<Question>();
  /** The first question to which each process owes a response. */
  readonly #owed = new Map<number, Question>();
  #sending: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | null = null;

  /**
   * @param now monotonic milliseconds
   * @param onSilent called when a change has waited a second for processes that did not respond
   */
  constructor(now: () => number, onSilent: (sessions: SilentSession[]) => void) {
    this.#now = now;
    this.#onSilent = onSilent;
  }

  /** Begins on a connection that listens for changes. */
  async begin(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ processId: number; hasOthers: boolean }>(register);
    const { processId, hasOthers } = rows[0] ?? { processId: 0, hasOthers: true };
    await client.query(`listen ${nameChannel(processId)}`);
    if (hasOthers) {
      // One of them may have lost its connection just before.
      this.#missedAt = this.#now();
    }
    this.#others.clear();
    // What they said meanwhile was not heard.
    this.#owed.clear();
    this.#ownId = processId;
    this.#client = client;
  }

  /** Ends with a connection that was lost. */
  end(): void {
    this.#client = null;
  }

  /** Says to the others that this process uses its memory no more. */
  async leave(): Promise<void> {
    await this.#query(leave, [`left:${this.#ownId}`]);
    this.end();
  }

  /** Says to the others that this process is about to use its memory again, so that they wait for it. */
  async sayBack(): Promise<void> {
    await this.#query(notify, [changesChannel, `back:${this.#ownId}`]);
  }

  /** Asks the database which processes listen. All notifications that were committed before arrive before the result. */
  async look(): Promise<void> {
    const rows = await this.#query<{ processId: number }>(listListening);
    const others = new Set(rows.map(({ processId }) => processId));
    others.delete(this.#ownId);
    if (!this.#others.isSubsetOf(others)) {
      this.#missedAt = this.#now();
    }
    this.#others = others;
    for (const processId of this.#owed.keys()) {
      if (!others.has(processId)) {
        this.#owed.delete(processId);
      }
    }
  }

  /** Handles what a process says on the channel of changes. Returns false for a change. */
  take({ topic, key }: { topic: string; key: string }): boolean {
    if (topic === "left") {
      this.#others.delete(Number(key));
      this.#note(Number.POSITIVE_INFINITY, Number(key));
      return true;
    }
    if (topic === "back") {
      this.#owed.delete(Number(key));
      return true;
    }
    if (topic === "asked") {
      const [asker = 0, number] = key.split(":").map(Number);
      if (asker !== this.#ownId) {
        this.#respond(asker, `${number}:${this.#ownId}`);
      }
      return true;
    }
    return false;
  }

  /** Handles the response to a question, such as `12:4711`: process 4711 has heard of all before question 12. */
  takeResponse(response: string): void {
    const [number = 0, processId = 0] = response.split(":").map(Number);
    this.#note(number, processId);
  }

  /**
   * Waits until every process has heard of all that is committed now, at most a second: by then those that have not heard have stopped
   * using their memory. Never rejects.
   */
  heardByAll(): Promise<void> {
    // Whoever comes while a question is being sent shares the next one.
    this.#next ??= this.#sending.then(() => this.#ask());
    return this.#next;
  }

  #ask(): Promise<void> {
    this.#next = null;
    const askedAt = this.#now();
    return new Promise((resolve) => {
      const question: Question = {
        number: ++this.#asked,
        sentAt: Number.POSITIVE_INFINITY,
        waitsFor: new Set(),
        resolve: () => {
          clearTimeout(timer);
          this.#questions.delete(question);
          resolve();
        },
      };
      const timer = setTimeout(() => this.#giveUp(question), freshForMs + marginMs);
      this.#questions.add(question);
      // What fails waits for the timer.
      this.#sending = this.#send(question, askedAt).catch(() => undefined);
    });
  }

  async #send(question: Question, askedAt: number): Promise<void> {
    await this.look();
    if (askedAt - this.#missedAt < freshForMs) {
      return;
    }
    question.waitsFor = new Set([...this.#others].filter((processId) => !this.#isSilent(processId)));
    if (question.waitsFor.size === 0) {
      question.resolve();
      return;
    }
    for (const processId of question.waitsFor) {
      if (!this.#owed.has(processId)) {
        this.#owed.set(processId, question);
      }
    }
    await this.#query(notify, [changesChannel, `asked:${this.#ownId}:${question.number}`]);
    question.sentAt = this.#now();
  }

  /** Whether a process has certainly stopped using its memory, and will say that it is back. */
  #isSilent(processId: number): boolean {
    const { sentAt } = this.#owed.get(processId) ?? { sentAt: Number.POSITIVE_INFINITY };
    return this.#now() - sentAt >= silentAfterMs;
  }

  #giveUp(question: Question): void {
    question.resolve();
    if (question.waitsFor.size > 0) {
      this.#reportSilent([...question.waitsFor]).catch(() => undefined);
    }
  }

  async #reportSilent(processIds: number[]): Promise<void> {
    const sessions = await this.#query<SilentSession>(describeSessions, [processIds]);
    // Whoever has responded meanwhile was only slow.
    const silent = sessions.filter(({ processId }) => this.#owed.has(processId));
    if (silent.length > 0) {
      this.#onSilent(silent);
    }
  }

  /** Whoever cannot respond begins anew: it must not be taken for silent while it uses its memory. The other waits for its timer. */
  #respond(asker: number, response: string): void {
    const client = this.#client;
    this.#query(notify, [nameChannel(asker), response])
      .catch(() => client?.end())
      .catch(() => undefined);
  }

  /** Runs a statement after those before it. */
  async #query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = this.#client;
    if (client === null) {
      throw new Error("There is no connection on which changes are heard.");
    }
    const result = this.#running.then(() => client.query<Row>(text, values));
    this.#running = result.catch(() => undefined);
    return (await result).rows;
  }

  #note(number: number, processId: number): void {
    this.#owed.delete(processId);
    for (const question of this.#questions) {
      if (question.number <= number && question.waitsFor.delete(processId) && question.waitsFor.size === 0) {
        question.resolve();
      }
    }
  }
}

/** The channel on which a process receives the responses to its questions. */
const nameChannel = (processId: number): string => `bowline_heard_${processId}`;
