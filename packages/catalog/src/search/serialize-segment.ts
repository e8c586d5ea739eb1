import { deserialize, serialize } from "node:v8";
import { openSegment, type SearchSegment } from "./search-segment.ts";
import { type SegmentData, segmentVersion } from "./segment-data.ts";

/** Returns a segment as bytes, which compress well. */
export const serializeSegment = ({ data }: SearchSegment): Uint8Array => serialize(data);

/**
 * Opens a segment from its bytes. Trusts them: they must come from `serializeSegment`.
 *
 * @returns null when another version of the program made it; then build it anew
 */
export function deserializeSegment(bytes: Uint8Array): SearchSegment | null {
  const data: SegmentData = deserialize(bytes);
  return data.version === segmentVersion ? openSegment(data) : null;
}
