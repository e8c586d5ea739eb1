/**
 * Finds the known name meant by a misspelled one: the same name in another case, with one wrong letter, or with two in a name of more than
 * four letters. An extra letter, a missing one, another one and two swapped ones each count as one.
 *
 * @returns null when none is close, or when the name is known already
 */
export function findNearestName(name: string, known: Iterable<string>): string | null {
  const wanted = name.toLowerCase();
  let nearest: string | null = null;
  let least = wanted.length < 2 ? 0 : wanted.length < 5 ? 1 : 2;
  for (const candidate of known) {
    if (candidate === name) {
      return null;
    }
    const distance = measureDistance(wanted, candidate.toLowerCase(), least);
    if (distance < least || (distance === least && nearest === null)) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Counts the letters by which two texts differ; a swap counts once. Above `limit` returns any larger number. */
function measureDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) {
    return limit + 1;
  }
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        least = Math.min(least, at(beforeLast, column - 2) + 1);
      }
      current.push(least);
    }
    if (Math.min(...current) > limit) {
      return limit + 1;
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
