import { type ObjectKind, readPointer } from "@bowline/catalog";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionObjectRow } from "../db/connections/connection-objects.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { callTool } from "../execution/call-tool.ts";
import type { CallParts } from "../execution/execution-parts.ts";

const maxObjects = 20_000;
const maxNameLength = 500;
const maxSchemaLength = 64 * 1024;
/** Per kind. A refresh may read more pages than an execution. */
const maxPages = 500;
/** For the whole refresh; well below the time after which a job expires. */
const timeoutMs = 240_000;
const maxBytes = 64 * 1024 * 1024;

/** The result of a refresh. */
export interface FoundObjects {
  objects: ConnectionObjectRow[];
  /** Whether the connection has no other objects. */
  isComplete: boolean;
}

/** The objects of the application could not be listed. */
export class ListingError extends Error {
  override readonly name = "ListingError";
}

/**
 * Finds the objects that the application's manifest defines, one kind after the other. Skips a record without a name, and one with
 * the name of an earlier record of its kind.
 *
 * @param onProgress called after each page with the number of objects so far
 * @throws ListingError with a message for the connection's owner
 * @throws ApiError, RequestBuildError when manifest, connection and tool do not match
 */
export async function findObjects(
  parts: CallParts,
  connection: ConnectionRow,
  application: ApplicationEntry,
  onProgress: (count: number, kind: string) => void,
): Promise<FoundObjects> {
  const catalog = await parts.catalog.forCompany(connection.companyId);
  const found = new Map<string, ConnectionObjectRow>();
  const begin = performance.now();
  let sizeBytes = 0;
  let isComplete = true;
  for (const kind of application.manifest.objects ?? []) {
    const bounds = {
      maxPages,
      timeoutMs: timeoutMs - (performance.now() - begin),
      maxBytes: maxBytes - sizeBytes,
    };
    if (bounds.timeoutMs <= 0 || bounds.maxBytes <= 0) {
      return { objects: [...found.values()], isComplete: false };
    }
    const before = found.size;
    let count = 0;
    const onPage = (records: readonly unknown[]): boolean => {
      count += records.length;
      onProgress(before + count, kind.kind);
      return before + count > maxObjects;
    };
    const outcome = await callTool(parts, {
      connection,
      applicationSlug: application.slug,
      operation: kind.operation,
      input: kind.input ?? {},
      pages: { bounds, onPage },
    });
    if (!outcome.isSuccess) {
      throw new ListingError(`Objects of the kind "${kind.kind}" could not be listed. ${outcome.message}`);
    }
    const resultsPath = catalog.findOperation(application, kind.operation)?.resultsPath ?? "";
    const records = readPointer(outcome.output, resultsPath);
    if (!Array.isArray(records)) {
      throw new ListingError(`The application did not return a list of objects of the kind "${kind.kind}".`);
    }
    collectObjects(found, kind, records);
    sizeBytes += outcome.executionInfo.dataSize ?? 0;
    isComplete &&= outcome.resultsCut === undefined && before + records.length <= maxObjects;
  }
  return { objects: [...found.values()], isComplete };
}

function collectObjects(
  found: Map<string, ConnectionObjectRow>,
  { kind, namePath, labelPath, schemaPath }: ObjectKind,
  records: readonly unknown[],
): void {
  for (const record of records) {
    const objectName = readText(readPointer(record, namePath));
    const key = JSON.stringify([kind, objectName]);
    if (objectName === null || found.has(key) || found.size >= maxObjects) {
      continue;
    }
    const label = labelPath === undefined ? null : readText(readPointer(record, labelPath));
    const schema = schemaPath === undefined ? null : readSchema(readPointer(record, schemaPath));
    found.set(key, { objectName, label: label ?? objectName, kind, schema });
  }
}

/** Reads a text or a number that can be stored; null for anything else. */
function readText(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text === "" || text.length > maxNameLength) {
    return null;
  }
  return text.includes("\0") || !text.isWellFormed() ? null : text;
}

/** Finds members that are references, and escapes of characters that the database cannot store: NUL and half a surrogate pair. */
const unusable = /"\$(?:dynamicR|recursiveR|r)ef"|\\u0000|\\ud[89a-f]/i;

/** Reads an object's schema; null when it contains a reference or is too large, since the application is not trusted. */
function readSchema(value: unknown): Record<string, unknown> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return null;
  }
  const json = JSON.stringify(value);
  return json.length <= maxSchemaLength && !unusable.test(json) ? (value as Record<string, unknown>) : null;
}
