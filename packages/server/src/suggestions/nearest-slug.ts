import { countShared, listPairs } from "./letter-pairs.ts";

const minimumSimilarity = 0.6;

/**
 * Finds the slug most similar to a wanted one, by the pairs of letters they share. It tolerates another word order, a plural
 * (`github_create_issue` for `github_issues_create`) and a misspelt letter.
 *
 * @returns null when none is similar enough
 */
export function findNearestSlug(wanted: string, slugs: Iterable<string>): string | null {
  const pairs = listPairs(wanted.toLowerCase().slice(0, 100));
  let nearest: string | null = null;
  let most = minimumSimilarity;
  for (const slug of slugs) {
    const similarity = measureSimilarity(pairs, slug);
    if (similarity > most || (similarity === most && nearest === null)) {
      most = similarity;
      nearest = slug;
    }
  }
  return nearest;
}

/** Dice's coefficient, from 0 to 1: twice the shared pairs divided by all pairs. */
function measureSimilarity(pairs: ReadonlySet<number>, slug: string): number {
  const count = slug.length - 1;
  // Most slugs are ruled out by their length alone.
  if (count < 1 || 2 * Math.min(count, pairs.size) < minimumSimilarity * (count + pairs.size)) {
    return 0;
  }
  return Math.min(1, (2 * countShared(pairs, slug)) / (count + pairs.size));
}
