import type { Postings } from "./build-postings.ts";

/** A change of what a segment holds, or of how its words are read, raises this. Older segments are built anew. */
export const segmentVersion = 3;

/** What a segment is made of: plain values that can be sent between threads and stored. */
export interface SegmentData {
  version: number;
  /** The slug of each document. Documents are numbered from 0 in the given order. */
  slugs: readonly string[];
  /** Lower case, by document. */
  names: readonly string[];
  /** The applications of the documents. */
  applications: readonly DescribedApplication[];
  /** The position in `applications` of each document's one. */
  applicationOf: Uint32Array;
  /** The terms by number. */
  vocabulary: readonly string[];
  postings: Postings;
  features: DocumentFeatures;
}

export interface DescribedApplication {
  slug: string;
  name: string;
  /** The beginning of its description. */
  description: string;
}

/** What each document is about, beside the words of its texts. */
export interface DocumentFeatures {
  /** Bits of the actions that the name's verb may mean. */
  namedActions: Uint32Array;
  /** Bits of the actions that the method may mean. */
  methodActions: Uint32Array;
  /** Numbers of the terms of document d's name: entries `headStarts[d]` to `headStarts[d + 1]` of `heads`. */
  headStarts: Uint32Array;
  heads: Uint32Array;
  marks: Uint8Array;
}

/** Bits of `marks`. */
export const featuredMark = 1;
export const deprecatedMark = 2;
/** It is about things of the authenticated user. */
export const ownMark = 4;
