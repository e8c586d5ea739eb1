import type { Json, SqlOperation } from "@bowline/catalog";
import { cutText } from "../../cut-text.ts";
import { callCanceled } from "../../egress/exchange-messages.ts";
import { describeNoCall } from "../build-failure.ts";
import { checkWellFormed } from "../check-well-formed.ts";
import { type FailureKind, maxMessageLength, type Outcome, type ResultsCut } from "../outcome.ts";
import { readResponse } from "../read-response.ts";
import { maxInlineBytes, type ResponseThreads } from "../response-threads.ts";
import { type Access, maxShownLength, type PreparedCall, type SendOptions } from "../runtime.ts";
import { listSecretTexts, maskText, maskValue } from "../secret-texts.ts";
import { buildStatement, type TableInput } from "./build-statement.ts";
import type { Database, SqlTool } from "./database.ts";
import type { LentLink } from "./link-pool.ts";
import { type Done, maxRows, perform } from "./perform.ts";
import { describeTooLarge, SqlFailure } from "./sql-failure.ts";

/** What the database sends for a result is larger than its JSON at most by this factor, except for escapes. */
const protocolFactor = 4;
const watchMs = 20;
/** They get a connection that only reads, so that not even a function in a view changes anything. */
const readingOperations: ReadonlySet<SqlOperation> = new Set([
  "list_tables",
  "describe_table",
  "select_rows",
  "get_row",
  "read_query",
]);

const toolOnlyReads =
  "This tool only reads. To change data use `run_query`, where your key and toolset permit it, on a connection whose `readOnly` is false.";
const connectionOnlyReads = "The connection only reads. To change data set its field `readOnly` to false.";

/** Why this server ends a call. */
interface Stop {
  kind: FailureKind;
  message: string;
  concernsConnection?: boolean;
}

/** One call to a database. */
export class SqlCall implements PreparedCall {
  readonly #responses: ResponseThreads;
  readonly #tool: SqlTool;
  readonly #input: Readonly<Record<string, unknown>>;
  readonly #database: Database;
  readonly destination: string;
  readonly secretTexts: readonly string[];

  /** @throws RequestBuildError when the connection does not say where and as whom to connect, or a text has no UTF-8 */
  constructor(
    responses: ResponseThreads,
    tool: SqlTool,
    access: Access,
    input: Readonly<Record<string, unknown>>,
  ) {
    for (const [name, value] of Object.entries(input)) {
      checkWellFormed(name, value);
    }
    this.#responses = responses;
    this.#tool = tool;
    this.#input = input;
    this.#database = tool.findDatabase(access, readingOperations.has(tool.operation));
    this.destination = this.#database.destination;
    this.secretTexts = listSecretTexts(access.secretValues, []);
  }

  findRefusal(): string | null {
    return this.#database.refusal;
  }

  /** The database is not asked for the table, so its schema is left out and a column may be one that does not exist. */
  preview(): Json {
    const shown = { ...this.#database.shown, ...this.#previewStatement(), rowLimit: maxRows };
    const json = JSON.stringify(shown);
    return json.length > maxShownLength
      ? { contentType: "application/sql", sizeBytes: Buffer.byteLength(json) }
      : (maskValue(shown, this.secretTexts) as Json);
  }

  #previewStatement(): Record<string, unknown> {
    const { operation, syntax } = this.#tool;
    switch (operation) {
      case "list_tables":
      case "describe_table":
        return { operation, input: this.#input };
      case "read_query":
      case "run_query":
        return { statement: this.#input.sql, values: this.#input.values ?? [] };
      default: {
        const input = this.#input as unknown as TableInput;
        const { text, values } = buildStatement(syntax, operation, input, null);
        return { statement: text, values };
      }
    }
  }

  async send(options: SendOptions): Promise<Outcome> {
    const begin = performance.now();
    const stop = new AbortController();
    const stopFor = (reason: Stop) => stop.abort(reason);
    const timer = setTimeout(
      () =>
        stopFor({ kind: "timeout", message: `The database did not finish within ${options.timeoutMs} ms.` }),
      options.timeoutMs,
    );
    const cancel = () => stopFor({ kind: "downstreamUnavailable", message: callCanceled });
    options.signal?.addEventListener("abort", cancel, { once: true });
    if (options.signal?.aborted) {
      cancel();
    }
    let outcome: Outcome;
    try {
      stop.signal.throwIfAborted();
      outcome = await this.#read(await this.#perform(options, stop), options);
    } catch (error) {
      const reason: Stop | undefined = stop.signal.aborted ? stop.signal.reason : undefined;
      outcome = this.#fail(reason ?? this.#describe(error));
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", cancel);
    }
    outcome.executionInfo.executionTime = performance.now() - begin;
    return outcome;
  }

  /** Runs the call. A connection that the database closed while it was idle is replaced once. */
  async #perform(options: SendOptions, stop: AbortController, mayReplace = true): Promise<Done> {
    const { timeoutMs, accountUserId } = options;
    const limits = { timeoutMs, accountUserId, signal: stop.signal };
    const lent = await this.#database.borrow(limits);
    const { link, isReused, release } = lent;
    const unwatch = watch(lent, stop, options.maxBytes);
    let isBegun = false;
    try {
      stop.signal.throwIfAborted();
      return await link.transact(options, (session) => {
        isBegun = true;
        const { operation, syntax } = this.#tool;
        return perform({ syntax, session, operation }, this.#input, options.shape);
      });
    } catch (error) {
      if (!isReused || isBegun || !mayReplace || stop.signal.aborted) {
        throw error;
      }
      link.end();
    } finally {
      unwatch();
      release();
    }
    // Only now, so that no call holds one turn while it waits for another.
    return this.#perform(options, stop, false);
  }

  async #read(
    { output, isCut, remainingShape }: Done,
    { maxBytes, accountUserId }: SendOptions,
  ): Promise<Outcome> {
    const body = Buffer.from(JSON.stringify(output));
    if (body.length > maxBytes) {
      return this.#fail({ kind: "outputTooLarge", message: describeTooLarge(maxBytes) });
    }
    const received = { status: 200, headers: { "content-type": "application/json" }, body, failure: null };
    const read =
      body.length <= maxInlineBytes
        ? readResponse(received, this.secretTexts)
        : await this.#responses.read(received, this.secretTexts, accountUserId);
    const cut: { resultsCut?: ResultsCut } = isCut ? { resultsCut: "rows" } : {};
    return Object.assign(read, read.isSuccess && { ...cut, ...(remainingShape && { remainingShape }) }, {
      executionInfo: { ...describeNoCall(), dataSize: body.length },
    });
  }

  #describe(error: unknown): Stop {
    const { operation, syntax } = this.#tool;
    const described = error instanceof SqlFailure ? error : syntax.describeError(error);
    if (!described.refusesWriting) {
      return described;
    }
    const reader = readingOperations.has(operation) ? toolOnlyReads : connectionOnlyReads;
    return { kind: described.kind, message: `${reader} ${described.message}` };
  }

  #fail({ kind, message, concernsConnection = false }: Stop): Outcome {
    const clean = maskText(message, this.secretTexts);
    const cut = cutText(clean, maxMessageLength);
    return {
      isSuccess: false,
      kind,
      message: cut,
      ...(concernsConnection && { concernsConnection }),
      output: null,
      executionInfo: describeNoCall(),
    };
  }
}

/** Ends the statement when the call is stopped or the database sends too much. Returns what ends the watch. */
function watch({ link, cancel }: LentLink, stop: AbortController, maxBytes: number): () => void {
  const begin = link.bytesRead;
  stop.signal.addEventListener("abort", cancel, { once: true });
  const timer = setInterval(() => {
    if (link.bytesRead - begin > maxBytes * protocolFactor) {
      stop.abort({ kind: "outputTooLarge", message: describeTooLarge(maxBytes) } satisfies Stop);
    }
  }, watchMs);
  return () => {
    clearInterval(timer);
    stop.signal.removeEventListener("abort", cancel);
  };
}
