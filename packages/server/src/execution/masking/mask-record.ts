import type { JsonSchema } from "@bowline/catalog";
import type { ToolExecuteRequest } from "@bowline/contract";
import { mayHoldSecret } from "../../runtimes/find-secrets.ts";
import { parseExactJson } from "../../runtimes/parse-exact-json.ts";
import { listSecretTexts, masked, maskText, maskValue } from "../../runtimes/secret-texts.ts";
import { maskSecretInputs } from "./mask-inputs.ts";

/** The texts of an execution's record, before they are masked. */
export interface RecordTexts {
  /** The tool's input schema. */
  schema: JsonSchema;
  /** The request's body, its secret overrides masked already. */
  body: ToolExecuteRequest;
  /** The body as JSON. */
  bodyJson: string;
  /** The spellings of the connection's secrets. */
  secretTexts: readonly string[];
  /** Null: it is not stored. */
  outputJson: string | null;
  message: string | null;
  /** The headers of the response, with the connection's secrets masked already. Null: none are stored. */
  headers: Record<string, string> | null;
}

/** Null: there is none, or it could not be masked. */
export interface MaskedRecord {
  input: string | null;
  output: string | null;
  message: string | null;
  headers: Record<string, string> | null;
}

/** How much is searched for the secrets of an input. */
export interface SearchLimits {
  secrets: number;
  /** Characters of the output, times the secrets. */
  work: number;
}

/** A search for more secrets takes too long, also in a thread. */
const threadLimits: SearchLimits = { secrets: 200, work: Number.POSITIVE_INFINITY };
/** One list for all records without one: what is prepared for a list is kept with it. */
const noSecrets: readonly string[] = [];

/** Masks the secrets of the connection, and those in the input, which the application may repeat (decisions D46). */
export function maskRecord(texts: RecordTexts, limits = threadLimits): MaskedRecord | "tooMuch" {
  const { outputJson, message, headers, secretTexts } = texts;
  const found: string[] = [];
  const json = maskBody(texts, found);
  const hasToSearch = found.length > 0 && (outputJson !== null || message !== null || headers !== null);
  const sought = hasToSearch ? [...new Set(found)] : [];
  if (sought.length > limits.secrets || sought.length * (outputJson?.length ?? 0) > limits.work) {
    return "tooMuch";
  }
  const ownTexts = hasToSearch ? listSecretTexts(sought, []) : noSecrets;
  return {
    input: maskJson(json, secretTexts),
    output: outputJson && maskJson(outputJson, ownTexts),
    message: message && maskText(message, ownTexts),
    headers: hasToSearch ? maskHeaders(headers, ownTexts) : headers,
  };
}

/** As `maskRecord`. When there are too many secrets to search for, nothing is shown that may repeat one. */
export function maskRecordOrHide(texts: RecordTexts): MaskedRecord {
  const record = maskRecord(texts);
  return record === "tooMuch" ? { input: maskInput(texts), ...hidden(texts) } : record;
}

/** Masks the request's body alone. */
export const maskInput = (texts: RecordTexts): string => maskJson(maskBody(texts, []), texts.secretTexts);

/** What is shown in place of an output, headers and a message that cannot be masked. */
export const hidden = ({ message }: RecordTexts): Omit<MaskedRecord, "input"> => ({
  output: null,
  message: message === null ? null : masked,
  headers: null,
});

const maskHeaders = (headers: RecordTexts["headers"], secretTexts: readonly string[]) =>
  headers &&
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskText(value, secretTexts)]));

/** Returns the body as JSON with `***` for its secret inputs. Adds their values to `found`. */
function maskBody({ schema, body, bodyJson }: RecordTexts, found: string[]): string {
  const maskMembers = (members: Record<string, unknown> | null | undefined) =>
    members && maskSecretInputs(schema, members, (value) => addTexts(value, found));
  const fields = maskMembers(body.fields);
  const subItems = maskMembers(body.subItems);
  if (fields === body.fields && subItems === body.subItems) {
    return bodyJson;
  }
  return JSON.stringify({ ...body, ...(fields && { fields }), ...(subItems && { subItems }) });
}

/** Adds the texts of a secret input that an application may repeat. */
function addTexts(value: unknown, found: string[]): void {
  if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) {
      addTexts(member, found);
    }
  } else {
    found.push(String(value));
  }
}

const maskJson = (json: string, secretTexts: readonly string[]): string =>
  mayHoldSecret(json, secretTexts) ? JSON.stringify(maskValue(parseExactJson(json), secretTexts)) : json;
