import { nestedTooDeeply } from "../egress/exchange-messages.ts";
import { listWholeBuffers } from "../threads/list-whole-buffers.ts";
import { createThreadPool, ThreadStoppedError, ThreadsBusyError } from "../threads/thread-pool.ts";
import type { LargeMessage, ReadMessage } from "./mcp/read-large-message.ts";
import { parseExactJson } from "./parse-exact-json.ts";
import type { ReadResponse, ReceivedResponse } from "./read-response.ts";
import type { McpMessageKind, ReadingJob, ReadingReport, ResponseReport } from "./response-job.ts";

/** Reads large responses in threads (decisions D75). */
export interface ResponseThreads {
  /**
   * Never throws: what cannot be searched for secrets is a failure. The output is parsed when it is first used.
   *
   * @param party the account user whose call it is
   */
  read(response: ReceivedResponse, secretTexts: readonly string[], party?: number): Promise<ReadResponse>;
  /** Reads a large message of an MCP server. Never throws: the text says why it could not be read. */
  readMessage(kind: McpMessageKind, message: LargeMessage, party?: number): Promise<ReadMessage | string>;
}

/** Reading a larger body may hold the event loop. The way to a thread and back takes about a millisecond. */
export const maxInlineBytes = 64 * 1024;
const timeoutMs = 10_000;

export function openResponseThreads(): ResponseThreads {
  const script = new URL("./response-worker.ts", import.meta.url);
  const pool = createThreadPool<ReadingJob, ReadingReport>(script, { timeoutMs });
  return {
    async readMessage(kind, message, party) {
      try {
        const transfer = listWholeBuffers(message.body);
        const report = await pool.run({ kind, ...message }, { party, transfer });
        return report as ReadMessage;
      } catch (error) {
        return describeStop(error);
      }
    },
    async read({ status, headers, body, failure }, secretTexts, party) {
      try {
        const job = { kind: "http" as const, status, headers, body, failure, secretTexts };
        const report = (await pool.run(job, { party, transfer: listWholeBuffers(body) })) as ResponseReport;
        return report.isSuccess ? openReport(report) : { ...report, output: null };
      } catch (error) {
        const message = describeStop(error);
        return { isSuccess: false, kind: "outputTooLarge", message, output: null };
      }
    },
  };
}

function openReport({ outputText, isOutputHeavy }: ResponseReport & { isSuccess: true }): ReadResponse {
  let parsed: { output: unknown } | undefined;
  return {
    isSuccess: true,
    outputText,
    isOutputHeavy,
    get output() {
      parsed ??= { output: parseExactJson(outputText) };
      return parsed.output;
    },
  };
}

function describeStop(error: unknown): string {
  if (error instanceof ThreadsBusyError) {
    return "Too many large responses are being read. Try again.";
  }
  return error instanceof ThreadStoppedError
    ? `The application's response could not be read within ${timeoutMs} ms. Ask the application for less.`
    : nestedTooDeeply;
}
