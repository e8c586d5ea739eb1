import { escapePointerSegment } from "../../manifest/json-pointer.ts";
import { isRecord, type UncheckedRecord } from "../../record.ts";

/** A value inside another one, and the canonical JSON Pointer to it. */
export interface FoundValue {
  pointer: string;
  value: unknown;
}

/**
 * Finds what a JSON Pointer of a URI fragment leads to.
 *
 * @param path the pointer without its first slash
 */
export function findByPointer(root: unknown, path: string): FoundValue | undefined {
  let value: unknown = root;
  let pointer = "";
  for (const escaped of path.split("/")) {
    const segment = decode(escaped).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) {
      value = value[Number(segment)];
    } else if (isRecord(value) && Object.hasOwn(value, segment)) {
      value = value[segment];
    } else {
      return undefined;
    }
    pointer += `/${escapePointerSegment(segment)}`;
  }
  return value === undefined ? undefined : { pointer, value };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Finds the `$anchor` and `$dynamicAnchor` of schemas (JSON Schema 2020-12 §8.2.2), by their names. */
export function collectAnchors(root: UncheckedRecord): Map<string, FoundValue> {
  const anchors = new Map<string, FoundValue>();
  const waiting: { pointer: string; value: object }[] = [{ pointer: "", value: root }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const [name, value] of Object.entries(place.value)) {
      if ((name === "$anchor" || name === "$dynamicAnchor") && typeof value === "string") {
        if (!anchors.has(value)) {
          anchors.set(value, place);
        }
      } else if (typeof value === "object" && value !== null) {
        waiting.push({ pointer: `${place.pointer}/${escapePointerSegment(name)}`, value });
      }
    }
  }
  return anchors;
}
