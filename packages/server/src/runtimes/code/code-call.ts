import type { CodeBinding, Json } from "@bowline/catalog";
import { cutText } from "../../cut-text.ts";
import type { Egress } from "../../egress/egress.ts";
import { callCanceled } from "../../egress/exchange-messages.ts";
import {
  type ExecutionInfo,
  type Failure,
  type FailureKind,
  maxMessageLength,
  type Outcome,
} from "../outcome.ts";
import { type PlacedCredentials, placeCredentials } from "../place-credentials.ts";
import { type ReceivedResponse, readResponse } from "../read-response.ts";
import { maxInlineBytes, type ResponseThreads } from "../response-threads.ts";
import { type Access, maxShownLength, type PreparedCall, type SendOptions } from "../runtime.ts";
import { listSecretTexts, maskText, maskValue } from "../secret-texts.ts";
import { renderServerUrl } from "../server-url.ts";
import type { CodeThreads } from "./code-threads.ts";
import type { CodeModule, CodeResult } from "./messages.ts";
import { type CodeExchange, openCodeExchange } from "./send-asked.ts";

/** Lines that one call may print. A loop that prints would fill the log, and keep other calls waiting. */
const maxPrintedLines = 1000;

/** What the code of a tool wrote, for the operator: without secrets. */
export interface CodeReport {
  file: string;
  operation: string;
  /** Set when the code failed. */
  stack?: string;
  /** Set for what it printed. */
  printed?: string;
}

/** The parts of the server that calls use. */
export interface CodeParts {
  egress: Egress;
  threads: CodeThreads;
  responses: ResponseThreads;
  onReport(report: CodeReport): void;
}

/** One call of a tool's code, ready to be run. */
export class CodeCall implements PreparedCall {
  readonly #parts: CodeParts;
  readonly #tool: { binding: CodeBinding; module: CodeModule };
  readonly #access: Access;
  readonly #input: Readonly<Record<string, unknown>>;
  readonly #credentials: PlacedCredentials;
  readonly destination: string;
  readonly secretTexts: readonly string[];

  /** @throws RequestBuildError when the connection does not give an address, or credentials that fit into a header */
  constructor(
    parts: CodeParts,
    tool: { binding: CodeBinding; module: CodeModule },
    access: Access,
    input: Readonly<Record<string, unknown>>,
  ) {
    const { authentications, serverUrl } = tool.binding;
    this.#parts = parts;
    this.#tool = tool;
    this.#access = access;
    this.#input = input;
    this.#credentials = placeCredentials(
      authentications.length > 0 ? access.placements : [],
      access.variables,
    );
    const template = serverUrl ?? access.serverUrl;
    // Code that asks nobody needs no address.
    this.destination = template === "" ? "" : renderServerUrl(template, access.variables);
    this.secretTexts = listSecretTexts(access.secretValues, this.#credentials.derivedSecrets);
  }

  /** Only a run shows which requests the code sends. */
  preview(): Json {
    const { operation, connectionFields } = this.#tool.binding;
    const json = JSON.stringify(this.#input);
    const input =
      json.length > maxShownLength
        ? { contentType: "application/json", sizeBytes: Buffer.byteLength(json) }
        : (maskValue(this.#input, this.secretTexts) as Json);
    return {
      code: operation,
      serverUrl: maskText(this.destination, this.secretTexts),
      connectionFields,
      input,
    };
  }

  async send(options: SendOptions): Promise<Outcome> {
    const begin = performance.now();
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const over = new AbortController();
    const signals = [timeout, over.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const signal = AbortSignal.any(signals);
    const exchange = openCodeExchange(this.#parts.egress, {
      ...options,
      serverUrl: this.destination,
      credentials: this.#credentials,
      signal,
    });
    const { binding, module } = this.#tool;
    const fields = binding.connectionFields.map((name) => [name, this.#access.variables[name] ?? ""]);
    const job = {
      operation: binding.operation,
      input: this.#input,
      fields: Object.fromEntries(fields),
      serverUrl: this.destination,
      failure: binding.failure ?? null,
      maxBytes: options.maxBytes,
    };
    const call = { job, exchange: exchange.send, signal };
    const result = await this.#parts.threads.run(
      module,
      call,
      options.accountUserId ?? 0,
      this.#createPrinter(),
    );
    over.abort();
    const outcome = await this.#readResult(result, exchange, options);
    outcome.executionInfo.executionTime = performance.now() - begin;
    if (!outcome.isSuccess && outcome.kind === "authorizationExpired" && !exchange.mayHaveActed) {
      outcome.nothingDone = "unauthorized";
    }
    return outcome;
  }

  async #readResult(
    result: CodeResult | undefined,
    exchange: CodeExchange,
    { timeoutMs, signal, accountUserId }: SendOptions,
  ): Promise<Outcome> {
    const { binding } = this.#tool;
    if (result === undefined) {
      return signal?.aborted
        ? this.#fail("downstreamUnavailable", callCanceled, exchange)
        : this.#fail("timeout", `The tool's code did not end within ${timeoutMs} ms.`, exchange);
    }
    if (result.ok) {
      const body = Buffer.from(result.outputText);
      const received = { status: 200, headers: jsonHeaders, body, failure: null };
      return this.#read(received, exchange, accountUserId);
    }
    if ("response" in result) {
      const { status, body } = result.response;
      const headers = this.#cleanHeaders(result.response.headers);
      const failure = binding.failure ?? null;
      const received = { status, headers, body: Buffer.from(body), failure };
      const outcome = await this.#read(received, exchange, accountUserId);
      return outcome.isSuccess ? this.#fail("toolError", "The tool's code failed.", exchange) : outcome;
    }
    if (result.stack !== null) {
      this.#report({ stack: maskText(result.stack, this.secretTexts) });
    }
    return this.#fail(result.kind, result.message, exchange);
  }

  async #read(
    received: ReceivedResponse,
    exchange: CodeExchange,
    party: number | undefined,
  ): Promise<Outcome> {
    const read =
      received.body.length <= maxInlineBytes
        ? readResponse(received, this.secretTexts)
        : await this.#parts.responses.read(received, this.secretTexts, party);
    return Object.assign(read, { executionInfo: this.#describe(exchange) });
  }

  #fail(kind: FailureKind, message: string, exchange: CodeExchange): Failure {
    const clean = maskText(message, this.secretTexts);
    const cut = cutText(clean, maxMessageLength);
    return {
      isSuccess: false,
      kind,
      message: cut,
      output: null,
      executionInfo: this.#describe(exchange),
    };
  }

  #describe({ status, headers, sizeBytes }: CodeExchange): ExecutionInfo {
    return {
      statusCode: status,
      headers: headers === null ? null : this.#cleanHeaders(headers),
      executionTime: 0,
      dataSize: status === null ? null : sizeBytes,
    };
  }

  #cleanHeaders(headers: Record<string, string>): Record<string, string> {
    return maskValue(headers, this.secretTexts) as Record<string, string>;
  }

  /** Reports each line that the call prints, up to a limit. */
  #createPrinter(): (line: string) => void {
    let lines = 0;
    return (line) => {
      lines++;
      if (lines <= maxPrintedLines) {
        this.#report({ printed: maskText(line, this.secretTexts) });
      } else if (lines === maxPrintedLines + 1) {
        this.#report({ printed: "(further lines of this call are left out)" });
      }
    };
  }

  #report(report: Pick<CodeReport, "stack" | "printed">): void {
    const { file, operation } = this.#tool.binding;
    this.#parts.onReport({ file, operation, ...report });
  }
}

const jsonHeaders = { "content-type": "application/json" };
