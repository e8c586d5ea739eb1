import type { DescriptionFile, DescriptionFiles } from "@bowline/catalog";
import { openTurns } from "@bowline/catalog/open-turns";
import { invalidField } from "../../api-error.ts";
import type { Egress } from "../../egress/egress.ts";
import type { EgressFailure } from "../../egress/egress-outcome.ts";
import { describeFetchFailure, describeImportLimit } from "./describe-fetch-failure.ts";
import { requestText } from "./request-text.ts";

const atOnce = 4;
const fileTimeoutMs = 30_000;

/** What an import may still fetch. */
export interface FileBudget {
  /** The limit of the document and its files together. */
  maxBytes: number;
  /** How much of it is used. */
  usedBytes: number;
}

/**
 * Fetches files that a document refers to, from their own origin only (decisions D24a). A file that is not there, or not for us, is left out. One
 * that may be there at the next try ends the import, which would otherwise remove the tools that need it.
 *
 * @param budget is charged
 * @param timeoutMs for all of them
 * @throws ApiError `VALIDATION_ERROR` at `url` that names the file
 */
export async function fetchFiles(
  egress: Pick<Egress, "send">,
  urls: readonly string[],
  budget: FileBudget,
  timeoutMs: number,
): Promise<DescriptionFiles> {
  const controller = new AbortController();
  const { signal } = controller;
  const inTurn = openTurns(atOnce);
  const deadline = performance.now() + timeoutMs;
  const fetching = urls.map((url) =>
    inTurn(async () => [url, await fetchFile(egress, url, budget, { deadline, signal })] as const),
  );
  try {
    return new Map(await Promise.all(fetching));
  } catch (error) {
    // Nothing else is needed now.
    controller.abort();
    throw error;
  }
}

async function fetchFile(
  egress: Pick<Egress, "send">,
  url: string,
  budget: FileBudget,
  { deadline, signal }: { deadline: number; signal: AbortSignal },
): Promise<DescriptionFile> {
  signal.throwIfAborted();
  const timeoutMs = Math.min(fileTimeoutMs, deadline - performance.now());
  const maxBytes = budget.maxBytes - budget.usedBytes;
  if (timeoutMs <= 0) {
    throw refuse(url, "The time for the whole import is over.");
  }
  const received = await requestText(egress, { url, timeoutMs, maxBytes, signal, staysAtOrigin: true });
  if (!("response" in received)) {
    return explainFailure(url, received, budget);
  }
  const { text, response } = received;
  budget.usedBytes += response.sizeBytes;
  if (budget.usedBytes > budget.maxBytes) {
    throw tooLarge(url, budget);
  }
  const { status } = response;
  if (status >= 500 || passing.has(status)) {
    throw refuse(url, `Its address returned status ${status}.`);
  }
  if (status !== 200) {
    return { problem: describeStatus(status) };
  }
  return text === null
    ? { problem: "It is not in UTF-8, and its server names no other charset that fits." }
    : { text, url: response.url };
}

/** @throws ApiError unless the next try would have the same result */
function explainFailure(url: string, failure: EgressFailure, budget: FileBudget): DescriptionFile {
  const { kind } = failure;
  if (kind === "outputTooLarge") {
    throw tooLarge(url, budget);
  }
  const problem = describeFetchFailure(failure, budget.maxBytes);
  if (kind === "timeout" || kind === "downstreamUnavailable") {
    throw refuse(url, problem);
  }
  return { problem };
}

/** Statuses that may be others at the next try: a timeout, too early, too many requests. */
const passing = new Set([408, 425, 429]);

function describeStatus(status: number): string {
  if (status === 401 || status === 403) {
    return `Its address requires credentials (${status}).`;
  }
  return status === 404 || status === 410
    ? `There is nothing at its address (${status}).`
    : `Its address returned status ${status} instead of a file.`;
}

const refuse = (url: string, problem: string) =>
  invalidField(
    "url",
    `The file ${url}, which the document refers to, could not be fetched. ${problem} Try again, or join the files to one document and send it as \`text\`.`,
  );

const tooLarge = (url: string, { maxBytes }: FileBudget) =>
  invalidField(
    "url",
    `With the file ${url}, the document and its files are larger than ${describeImportLimit(maxBytes)}.`,
  );
