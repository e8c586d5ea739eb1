/** Parsing a text of this weight takes about 80 ms. */
const maxWeight = 80_000;
/** Measured with `JSON.parse`, in microseconds. It looks up short texts and names; each new one costs time. */
const weights = { container: 0.15, newName: 1, newShortText: 0.3, other: 0.03 };
const maxShortText = 10;

/**
 * Whether the JSON text of a value takes too long to be parsed on the event loop (decisions D75). 5 MB of records are not heavy.
 * 5 MB of `{}`, or of names that are all different, are.
 *
 * @param otherWork what else is done with the value in the same turn, in times of the parsing
 */
export function isHeavy(value: unknown, otherWork = 0): boolean {
  const maxParsed = maxWeight / (1 + otherWork);
  const names = new Set<string>();
  const texts = new Set<string>();
  const left: unknown[] = [value];
  let weight = 0;
  while (left.length > 0 && weight <= maxParsed) {
    const one = left.pop();
    if (typeof one === "string") {
      weight += one.length <= maxShortText && isNew(texts, one) ? weights.newShortText : weights.other;
    } else if (Array.isArray(one)) {
      weight += weights.container;
      for (const item of one) {
        left.push(item);
      }
    } else if (typeof one === "object" && one !== null) {
      weight += weights.container;
      for (const [name, member] of Object.entries(one)) {
        left.push(member);
        weight += isNew(names, name) ? weights.newName : weights.other;
      }
    }
  }
  return weight > maxParsed;
}

function isNew(known: Set<string>, text: string): boolean {
  const size = known.size;
  return known.add(text).size > size;
}
