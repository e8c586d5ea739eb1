import { readPointer, type TestCall } from "@bowline/catalog";
import { ApiError } from "../api-error.ts";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { findDownstreamMessage } from "../runtimes/downstream-message.ts";
import type { Outcome } from "../runtimes/outcome.ts";
import { RequestBuildError } from "../runtimes/request-build-error.ts";
import { callTool } from "./call-tool.ts";
import type { CallParts } from "./execution-parts.ts";
import { findAccountName } from "./find-account-name.ts";

/** The result of testing a connection's credentials. */
export type Trial =
  | { isSuccess: true; message: string; accountLabel: string | null }
  /** `isRefusal`: the application refused the credentials. False: the test call failed for another reason. */
  | { isSuccess: false; isRefusal: boolean; message: string };

const maxLabelLength = 200;
const accepted = "The application accepted the credentials.";
/** What people read when `tryCredentials` returns null. */
export const noTestCall =
  "The application names no call to try credentials with. The first call through the connection will show whether they are right.";
/** Short, because nobody asked for the call. */
export const accountTimeoutMs = 5000;

/**
 * Makes the application's test call through a connection, which need not be stored yet (decisions D26). Null when the application
 * names no test call and no guessed call succeeds.
 *
 * @param options `timeoutMs` of a test call that the application names. Default: the limit in the settings
 */
export async function tryCredentials(
  parts: CallParts,
  application: ApplicationEntry,
  connection: ConnectionRow,
  options: { timeoutMs?: number } = {},
): Promise<Trial | null> {
  const { test } = application.manifest;
  if (test === undefined) {
    return tryAccountCall(parts, application, connection);
  }
  try {
    const outcome = await callTool(parts, {
      connection,
      applicationSlug: application.slug,
      operation: test.operation,
      input: test.input ?? {},
      ...options,
    });
    return readTrial(test, outcome);
  } catch (error) {
    if (error instanceof RequestBuildError) {
      return { isSuccess: false, isRefusal: true, message: error.message };
    }
    if (error instanceof ApiError) {
      const message =
        "The call that the application's description names for trying credentials cannot be made.";
      return { isSuccess: false, isRefusal: false, message };
    }
    throw error;
  }
}

/**
 * For an application without a test call: makes the call that was guessed to read the caller's account (decisions D70). Success
 * proves the credentials. Failure proves nothing, so it returns null.
 */
async function tryAccountCall(
  parts: CallParts,
  application: ApplicationEntry,
  connection: ConnectionRow,
): Promise<Trial | null> {
  const { account } = application.manifest;
  if (account === undefined) {
    return null;
  }
  try {
    const outcome = await callTool(parts, {
      connection,
      applicationSlug: application.slug,
      operation: account.operation,
      input: {},
      timeoutMs: accountTimeoutMs,
    });
    const label = outcome.isSuccess ? readLabel(findAccountName(outcome.output)) : null;
    return label === null ? null : { isSuccess: true, message: accepted, accountLabel: label };
  } catch (error) {
    if (error instanceof RequestBuildError || error instanceof ApiError) {
      return null;
    }
    throw error;
  }
}

function readTrial(test: TestCall, outcome: Outcome): Trial {
  if (!outcome.isSuccess) {
    return { isSuccess: false, isRefusal: isRefusal(outcome), message: outcome.message };
  }
  const { output } = outcome;
  if (test.successPath !== undefined && readPointer(output, test.successPath) !== true) {
    const said = findDownstreamMessage(output);
    const message = `The application refused the credentials${said === null ? "." : `: ${said}`}`;
    return { isSuccess: false, isRefusal: true, message };
  }
  const accountLabel = test.labelPath === undefined ? null : readLabel(readPointer(output, test.labelPath));
  return { isSuccess: true, message: accepted, accountLabel };
}

/**
 * A refusal is a 4xx response that concerns this call, not the rate limit, or one with status 200 that the application means so. A
 * database has no status.
 */
function isRefusal({
  kind,
  concernsConnection = false,
  executionInfo,
}: Outcome & { isSuccess: false }): boolean {
  const status = executionInfo.statusCode ?? (kind === "authorizationExpired" ? 401 : 0);
  const isReply = (status >= 200 && status < 300) || (status >= 400 && status < 500);
  return (
    concernsConnection ||
    (isReply && ["authorizationExpired", "missingScope", "downstreamRefused"].includes(kind))
  );
}

function readLabel(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.trim() === "") {
    return null;
  }
  return text.replaceAll("\0", "").toWellFormed().trim().slice(0, maxLabelLength).toWellFormed();
}
