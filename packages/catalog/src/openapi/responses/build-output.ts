import type { JsonSchema } from "../../json-schema.ts";
import { namedEntriesOf, type UncheckedRecord } from "../../record.ts";
import { plainTextOf } from "../document/plain-text.ts";
import type { References } from "../document/references.ts";
import { isBinary } from "../requests/body-files.ts";
import { chooseResponseMedia, type MediaEntry, mediaEntries } from "../requests/choose-media-type.ts";
import { concreteMediaType } from "../requests/media-type.ts";
import { addNearDefinitions } from "../schemas/definitions.ts";
import type { SchemaStore } from "../schemas/schema-store.ts";

/** The output of an operation. */
export interface BuiltOutput {
  schema: JsonSchema;
  /** The unconverted schema of a JSON response. */
  source: unknown;
  /** The `Accept` header. */
  accept: string;
}

const anyAccept = "application/json, */*;q=0.5";

/** Output of a tool when the content is not text. */
const binarySchema: JsonSchema = {
  type: "object",
  properties: {
    contentType: { type: "string", description: "The media type of the content." },
    base64: { type: "string", contentEncoding: "base64", description: "The content as base64." },
  },
  required: ["contentType", "base64"],
};

/** Builds the output from the first successful JSON response, else from the first with any content. `{}` when unknown. */
export function buildOutput(
  operation: UncheckedRecord,
  references: References,
  store: SchemaStore,
  place: string,
): BuiltOutput {
  const responses = successes(operation.responses, references);
  const chosen = responses.map(({ response }) =>
    chooseResponseMedia(mediaEntries(response.content, references)),
  );
  const entry =
    chosen.find((candidate) => candidate?.kind === "json") ?? chosen.find((candidate) => candidate);
  if (!entry) {
    const [first] = responses;
    const isEmpty = first !== undefined && (first.status === "204" || first.status === "205");
    return { schema: isEmpty ? { type: "null" } : {}, source: undefined, accept: anyAccept };
  }
  // Some documents declare JSON for every response, binary downloads included.
  if (entry.kind === "json" && isBinary(references.followToRecord(entry.media.schema) ?? {})) {
    return { schema: binarySchema, source: undefined, accept: "*/*" };
  }
  const accept = concreteMediaType(entry.mediaType, entry.kind);
  if (entry.kind === "json") {
    return { ...jsonOutput(entry, store, place), accept };
  }
  return { schema: otherOutput(entry, references), source: undefined, accept };
}

/** Successful responses, the likeliest first: 200, 201, 202, other 2xx, `2XX`. `default` only when there is no other. */
function successes(
  responses: unknown,
  references: References,
): { status: string; response: UncheckedRecord }[] {
  const all = namedEntriesOf(responses).flatMap(([status, value]) => {
    const response = references.followToRecord(value);
    return response ? [{ status: status.toUpperCase(), response }] : [];
  });
  const stated = all
    .filter(({ status }) => /^2(\d\d|XX)$/.test(status))
    .sort((one, other) => (one.status < other.status ? -1 : 1));
  return stated.length > 0 ? stated : all.filter(({ status }) => status === "DEFAULT");
}

function jsonOutput(entry: MediaEntry, store: SchemaStore, place: string): Omit<BuiltOutput, "accept"> {
  // A sequence of items (3.2) has itemSchema instead and is returned as text.
  const source = entry.media.schema;
  const uses = new Set<string>();
  const schema = store.convert(source, "output", uses, place);
  return { schema: addNearDefinitions(schema, uses, store), source };
}

function otherOutput(entry: MediaEntry, references: References): JsonSchema {
  if (entry.kind !== "text") {
    return binarySchema;
  }
  const description = plainTextOf(references.followToRecord(entry.media.schema)?.description);
  return { type: "string", ...(description === undefined ? {} : { description }) };
}
