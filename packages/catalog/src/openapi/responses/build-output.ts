import type { JsonSchema } from "../../json-schema.ts";
import type { References } from "../document/pointer.ts";
import { namedEntriesOf, textOf, type UncheckedRecord } from "../document/record.ts";
import { isBinary } from "../requests/body-files.ts";
import { chooseResponseMedia, type MediaEntry, mediaEntries } from "../requests/choose-media-type.ts";
import { concreteMediaType } from "../requests/media-type.ts";
import { addNearDefinitions } from "../schemas/definitions.ts";
import type { SchemaStore } from "../schemas/schema-store.ts";

/** What an operation answers. */
export interface BuiltOutput {
  schema: JsonSchema;
  /** The document's own schema of a JSON answer, unconverted. */
  source: unknown;
  /** The `Accept` header. */
  accept: string;
}

const anyAccept = "application/json, */*;q=0.5";

/** What a tool answers for content that is no text. */
const binarySchema: JsonSchema = {
  type: "object",
  properties: {
    contentType: { type: "string", description: "The media type of the content." },
    base64: { type: "string", contentEncoding: "base64", description: "The content as base64." },
  },
  required: ["contentType", "base64"],
};

/** The schema of the first successful JSON answer, else of the first one with any content; `{}` when nothing is said. */
export function buildOutput(
  operation: UncheckedRecord,
  references: References,
  store: SchemaStore,
  place: string,
): BuiltOutput {
  const responses = successes(operation.responses, references);
  const chosen = responses.map(({ response }) => chooseResponseMedia(mediaEntries(response.content)));
  const entry =
    chosen.find((candidate) => candidate?.kind === "json") ?? chosen.find((candidate) => candidate);
  if (!entry) {
    const [first] = responses;
    const isEmpty = first !== undefined && (first.status === "204" || first.status === "205");
    return { schema: isEmpty ? { type: "null" } : {}, source: undefined, accept: anyAccept };
  }
  // A download under the media type that the document has for everything else.
  if (entry.kind === "json" && isBinary(references.followToRecord(entry.media.schema) ?? {})) {
    return { schema: binarySchema, source: undefined, accept: "*/*" };
  }
  const accept = concreteMediaType(entry.mediaType, entry.kind);
  if (entry.kind === "json") {
    return { ...jsonOutput(entry, store, place), accept };
  }
  return { schema: otherOutput(entry, references), source: undefined, accept };
}

/** Successful answers, the likeliest first: 200, 201, 202, other 2xx, `2XX`, and `default` when nothing else is stated. */
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
  // A sequence of items (3.2) is described by itemSchema; it is answered as text.
  const source = entry.media.schema;
  const uses = new Set<string>();
  const schema = store.convert(source, "output", uses, place);
  return { schema: addNearDefinitions(schema, uses, store), source };
}

function otherOutput(entry: MediaEntry, references: References): JsonSchema {
  if (entry.kind !== "text") {
    return binarySchema;
  }
  const description = textOf(references.followToRecord(entry.media.schema)?.description);
  return { type: "string", ...(description === undefined ? {} : { description }) };
}
