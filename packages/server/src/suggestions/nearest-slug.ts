import { countShared, listPairs } from "./letter-pairs.ts";

const minimumSimilarity = 0.6;

/**
 * Finds the slug most similar to a wanted one, by the pairs of letters they share. It tolerates another word order, a plural
 * (`github_create_issue` for `github_issues_create`) and a misspelled letter. A slug with the same first word, which is the application,
 * comes before all others: `gmail_send` means no tool of SendGrid.
 *
 * @returns null when none is similar enough
 */
export function findNearestSlug(wanted: string, slugs: Iterable<string>): string | null {
  const start = wanted.toLowerCase().slice(0, 100);
  const pairs = listPairs(start);
  const application = start.slice(0, start.indexOf("_") + 1);
  let nearest: string | null = null;
  let most = minimumSimilarity;
  for (const slug of slugs) {
    const similarity = measureSimilarity(pairs, slug);
    if (similarity < minimumSimilarity) {
      continue;
    }
    const rank = similarity + (application !== "" && slug.startsWith(application) ? 1 : 0);
    if (rank > most || (rank === most && nearest === null)) {
      most = rank;
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
  // A word that a slug says twice is shared once.
  return (2 * Math.min(countShared(pairs, slug), pairs.size)) / (count + pairs.size);
}
