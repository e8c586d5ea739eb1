import type { ToolExecuteRequest } from "@bowline/contract";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { NewExecution } from "../db/history/encode-executions.ts";
import type { Caller } from "../db/people/callers.ts";
import { isoTime } from "../iso-time.ts";
import type { Outcome } from "../runtimes/outcome.ts";
import { masked } from "../runtimes/secret-texts.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { ExecutionRequest, ResolvedConnection } from "./execution-request.ts";
import type { LoadedTool } from "./load-tool.ts";
import type { MaskedRecord } from "./masking/mask-record.ts";
import { pickHeaders } from "./pick-headers.ts";

/** A longer output is not stored, and the record says so. */
const maxOutputCharacters = 64 * 1024;

/** The data of one execution to record. */
export interface Recordable extends ResolvedConnection {
  tool: LoadedTool;
  request: ExecutionRequest;
  outcome: Outcome;
  outputJson: string;
  /** The spellings of the connection's secrets, to mask them. */
  secretTexts: readonly string[];
  times: ExecutionTimes;
}

/** Points in time by `performance.now()`: when the checks began and ended, and when there was an outcome. */
interface ExecutionTimes {
  begin: number;
  checked: number;
  ran: number;
  /** How much of the time from `checked` to `ran` the application was called. */
  downstreamMs: number;
}

type RecordParts = Pick<ExecutionParts, "config" | "history" | "maskThreads" | "clock">;

/** Writes an execution's record and returns its id once it is durable; null when history is off (decisions D34). */
export function recordHistory(
  parts: RecordParts,
  caller: Caller,
  execution: Recordable,
): Promise<number | null> {
  const mode = parts.config.history;
  if (mode === "off") {
    return recordsNothing;
  }
  const storesTexts = mode === "full";
  const texts = maskTexts(parts, caller, execution, storesTexts);
  const write = (masked: MaskedRecord) =>
    parts.history.write(buildRecord(parts, caller, execution, masked, storesTexts));
  return texts instanceof Promise ? texts.then(write) : write(texts);
}

const recordsNothing: Promise<null> = Promise.resolve(null);

function maskTexts(
  { config, maskThreads }: RecordParts,
  { accountUserId }: Caller,
  { tool, request, connection, outcome, outputJson, secretTexts }: Recordable,
  storesTexts: boolean,
): MaskedRecord | Promise<MaskedRecord> {
  const { headers } = outcome.executionInfo;
  const maxCharacters = request.keepsLongOutput ? config.toolOutputBytes : maxOutputCharacters;
  const isOutputLong = outputJson.length > maxCharacters;
  const body = maskOverrides(request.body, connection);
  const texts = {
    schema: tool.inputSchema,
    body,
    bodyJson: JSON.stringify(body),
    secretTexts,
    outputJson: storesTexts && !isOutputLong ? outputJson : null,
    message: outcome.isSuccess ? null : outcome.message,
    headers: storesTexts && headers !== null ? pickHeaders(headers) : null,
  };
  return maskThreads.mask(texts, accountUserId);
}

function buildRecord(
  { clock }: RecordParts,
  caller: Caller,
  { tool, request, outcome, connection, resolvedBy, times }: Recordable,
  texts: MaskedRecord,
  storesTexts: boolean,
): NewExecution {
  const { statusCode, executionTime, dataSize } = outcome.executionInfo;
  return {
    fields: {
      history_id: 0,
      company_id: caller.companyId,
      account_user_id: caller.accountUserId,
      api_key_id: caller.credential.apiKeyId,
      tool_slug: tool.entry.slug,
      application_slug: tool.entry.application.slug,
      connection_id: connection?.connectionId ?? null,
      resolved_by: resolvedBy,
      toolset_id: request.toolsetId ?? caller.credential.narrowing.toolsetId,
      source: request.source,
      is_success: outcome.isSuccess,
      failure_kind: outcome.isSuccess ? null : outcome.kind,
      error_message: texts.message && cleanText(texts.message),
      status_code: statusCode,
      execution_time_ms: executionTime,
      data_size_bytes: dataSize,
      request_id: request.requestId,
      is_output_cut: storesTexts && texts.output === null,
      checks_ms: Math.round(times.checked - times.begin),
      token_ms: Math.round(times.ran - times.checked - times.downstreamMs),
      downstream_ms: Math.round(times.downstreamMs),
      results_ms: Math.round(performance.now() - times.ran),
      response_headers: texts.headers,
      created_date: isoTime(clock()),
    },
    input: storesTexts ? texts.input : null,
    output: texts.output,
  };
}

/** Returns the body with `***` for secret overrides of connection fields. */
export function maskOverrides(
  body: ToolExecuteRequest,
  connection: ConnectionRow | null,
): ToolExecuteRequest {
  if (!body.customConnectionData?.length) {
    return body;
  }
  const secretNames = new Set(
    connection?.method.fields.filter((field) => field.secret).map((field) => field.fieldName),
  );
  const customConnectionData = body.customConnectionData.map((override) =>
    secretNames.has(override.fieldName) ? { ...override, value: masked } : override,
  );
  return { ...body, customConnectionData };
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const cleanText = (text: string): string => text.replaceAll("\0", "").toWellFormed();
