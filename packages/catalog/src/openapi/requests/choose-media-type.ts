import { namedEntriesOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/references.ts";
import { typesOf } from "../schemas/schema-type.ts";
import { essenceOf, isUnknownType, type MediaKind, mediaKind } from "./media-type.ts";

/** One entry of a `content` map. */
export interface MediaEntry {
  mediaType: string;
  kind: MediaKind;
  media: UncheckedRecord;
}

/**
 * Lists the entries of a `content` map in the document's order. An entry may be a reference (OpenAPI 3.2). An object or a list of a
 * media type that says nothing, such as `application/vnd.x`, is JSON.
 */
export function mediaEntries(content: unknown, references: References): MediaEntry[] {
  return namedEntriesOf(content).map(([mediaType, value]) => {
    const media = references.followToRecord(value) ?? {};
    const isAssumed = isUnknownType(mediaType) && isObjectOrList(media.schema, references);
    return { mediaType, kind: isAssumed ? "json" : mediaKind(mediaType), media };
  });
}

function isObjectOrList(schema: unknown, references: References): boolean {
  const stated = references.followToRecord(schema) ?? {};
  const types = typesOf(stated.type);
  if (types !== null) {
    return types.includes("object") || types.includes("array");
  }
  const { properties, items, allOf, oneOf, anyOf } = stated;
  return [properties, items, allOf, oneOf, anyOf].some((keyword) => keyword !== undefined);
}

/** Chooses how to send a body: JSON, then a form, multipart, text, binary. With files, multipart comes before a form. */
export function chooseRequestMedia(
  entries: MediaEntry[],
  takesFiles: (entry: MediaEntry) => boolean,
): MediaEntry | undefined {
  const order: MediaKind[] = ["json", "form", "multipart", "text", "binary"];
  const rank = (entry: MediaEntry) =>
    (entry.kind === "multipart" && takesFiles(entry)
      ? order.indexOf("form") - 0.5
      : order.indexOf(entry.kind)) + tieBreak(entry);
  return best(entries, rank);
}

/** Chooses how to read a result: JSON, then text, then anything. */
export function chooseResponseMedia(entries: MediaEntry[]): MediaEntry | undefined {
  const order: MediaKind[] = ["json", "text", "binary", "form", "multipart"];
  return best(entries, (entry) => order.indexOf(entry.kind) + tieBreak(entry));
}

/**
 * Within a kind, plain JSON comes before other JSON types, and exact types before ranges. What is only taken for JSON comes after
 * forms and multipart.
 */
function tieBreak(entry: MediaEntry): number {
  const essence = essenceOf(entry.mediaType);
  if (essence === "application/json" || essence === "text/plain") {
    return 0;
  }
  if (entry.kind === "json" && isUnknownType(entry.mediaType)) {
    return 2.5;
  }
  return essence.includes("*") ? 0.2 : 0.1;
}

function best(entries: MediaEntry[], rank: (entry: MediaEntry) => number): MediaEntry | undefined {
  let chosen: MediaEntry | undefined;
  for (const entry of entries) {
    if (chosen === undefined || rank(entry) < rank(chosen)) {
      chosen = entry;
    }
  }
  return chosen;
}
