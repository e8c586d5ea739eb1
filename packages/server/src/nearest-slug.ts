const enoughAlike = 0.6;

/**
 * Finds the slug that is most like a wanted one by the pairs of letters that both have: words in another order or number are found
 * (`github_create_issue` for `github_issues_create`), as is a misspelt letter.
 *
 * @returns null when none is like it
 */
export function findNearestSlug(wanted: string, slugs: Iterable<string>): string | null {
  const pairs = listPairs(wanted.toLowerCase().slice(0, 100));
  let nearest: string | null = null;
  let most = enoughAlike;
  for (const slug of slugs) {
    const likeness = measureLikeness(pairs, slug);
    if (likeness > most || (likeness === most && nearest === null)) {
      most = likeness;
      nearest = slug;
    }
  }
  return nearest;
}

/** Twice the pairs in common by all pairs (Dice's coefficient), from 0 to 1. */
function measureLikeness(pairs: ReadonlySet<number>, slug: string): number {
  const count = slug.length - 1;
  // So different a length cannot be alike enough; most slugs need no more than this.
  if (count < 1 || 2 * Math.min(count, pairs.size) < enoughAlike * (count + pairs.size)) {
    return 0;
  }
  let common = 0;
  for (let index = 0; index < count; index++) {
    if (pairs.has(pairAt(slug, index))) {
      common++;
    }
  }
  return Math.min(1, (2 * common) / (count + pairs.size));
}

function listPairs(text: string): Set<number> {
  const pairs = new Set<number>();
  for (let index = 0; index < text.length - 1; index++) {
    pairs.add(pairAt(text, index));
  }
  return pairs;
}

const pairAt = (text: string, index: number): number =>
  text.charCodeAt(index) * 65_536 + text.charCodeAt(index + 1);
