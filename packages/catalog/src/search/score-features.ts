import type { PlacedSegment } from "./placed-segment.ts";
import type { ReadQuery } from "./read-query.ts";
import type { SearchSegment } from "./search-segment.ts";
import { isNamed, isPlace, measureAbout, type SearchedApplication } from "./searched-applications.ts";
import { type DocumentFeatures, deprecatedMark, featuredMark, ownMark } from "./segment-data.ts";
import { toTerm } from "./split-words.ts";
import { at } from "./typed-arrays.ts";

/** The bonuses are added to the score, in which a rare word counts up to about six. */
const namedApplicationBonus = 2;
/** For "in Okta", which can only mean the application. */
const placeBonus = 5;
const aboutBonus = 2;
const connectedBonus = 3;
const actionBonus = 2;
/** The share of it that a request takes away whose method does something else. */
const otherActionShare = 0.25;
/** In a query of more words than these, the first verb counts less. */
const plainLength = 10;
const headBonus = 2;
const featuredBonus = 2;
const ownBonus = 1.5;
const deprecatedPenalty = 0.5;

/**
 * Changes the scores of documents that hold any of the query's words. Prefers tools that do what the query's verb says, whose names say
 * little else than the query, that are featured, and whose application is named or connected.
 *
 * @param connected slugs of the applications that the caller is connected to
 */
export function scoreFeatures(
  segments: readonly PlacedSegment[],
  read: ReadQuery,
  connected: ReadonlySet<string>,
  scores: Float32Array,
): void {
  const terms = new Set(read.words.map(toTerm));
  const action = actionBonus * Math.min(1, plainLength / Math.max(read.words.length, 1));
  for (const segment of segments) {
    const { applicationOf, features } = segment.data;
    const applicationBonuses = Float32Array.from(
      segment.applications,
      (application) =>
        (connected.has(application.slug) ? connectedBonus : 0) + scoreApplication(application, read, terms),
    );
    const closeness = measureCloseness(segment, read);
    for (let document = 0; document < segment.size; document++) {
      const score = at(scores, segment.first + document);
      if (score > 0) {
        const bonus =
          at(applicationBonuses, at(applicationOf, document)) +
          action * compareActions(features, document, read) +
          headBonus * coverHead(features, document, closeness) +
          scoreMarks(at(features.marks, document), read.isOwn);
        scores[segment.first + document] = Math.max(score + bonus, score / 2);
      }
    }
  }
}

const scoreApplication = (
  application: SearchedApplication,
  { groups, places }: ReadQuery,
  terms: ReadonlySet<string>,
): number => {
  if (isNamed(application, terms)) {
    return isPlace(application, places) ? placeBonus : namedApplicationBonus;
  }
  return aboutBonus * measureAbout(application, groups);
};

/** How close each of the segment's terms is to a word of the query: 0 to 1. */
function measureCloseness({ vocabulary }: SearchSegment, { groups }: ReadQuery): Float32Array {
  const closeness = new Float32Array(vocabulary.size);
  for (const { term, weight } of groups.flat()) {
    const number = vocabulary.get(term);
    if (number !== undefined) {
      closeness[number] = Math.max(at(closeness, number), Math.min(weight, 1));
    }
  }
  return closeness;
}

/** How well what a tool does fits what is wanted: 0 to 1, or less than 0 where it plainly does something else. */
function compareActions(
  { namedActions, methodActions }: DocumentFeatures,
  document: number,
  { actions, relatives }: ReadQuery,
): number {
  const named = at(namedActions, document);
  const byMethod = at(methodActions, document);
  if ((named & actions) !== 0) {
    return 1;
  }
  if ((byMethod & actions) !== 0) {
    return named === 0 ? 1 : 0.6;
  }
  if (((named | byMethod) & relatives) !== 0) {
    return 0.5;
  }
  return byMethod === 0 ? 0 : -otherActionShare;
}

/** The share of a name's terms that the query holds. */
function coverHead(
  { headStarts, heads }: DocumentFeatures,
  document: number,
  closeness: Float32Array,
): number {
  const start = at(headStarts, document);
  const end = at(headStarts, document + 1);
  let sum = 0;
  for (let entry = start; entry < end; entry++) {
    sum += at(closeness, at(heads, entry));
  }
  return sum / (end - start + 0.5);
}

const scoreMarks = (marks: number, isOwn: boolean): number =>
  ((marks & featuredMark) === 0 ? 0 : featuredBonus) -
  ((marks & deprecatedMark) === 0 ? 0 : deprecatedPenalty) +
  (isOwn && (marks & ownMark) !== 0 ? ownBonus : 0);
