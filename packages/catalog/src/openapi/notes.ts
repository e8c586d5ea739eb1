/** Collects the remarks of an import. The same remark from a thousand operations becomes one line. */
export interface Notes {
  /** Adds a remark about the whole document. */
  add(message: string): void;
  /** Adds a remark about a place. The list names the first place and counts the others. */
  addAt(message: string, place: string): void;
  list(): string[];
}

export function createNotes(): Notes {
  const places = new Map<string, { first: string | null; all: Set<string> }>();
  const entry = (message: string, first: string | null) => {
    const known = places.get(message) ?? { first, all: new Set<string>() };
    places.set(message, known);
    return known;
  };
  return {
    add: (message) => void entry(message, null),
    addAt: (message, place) => void entry(message, place).all.add(place),
    list: () => [...places].map(([message, { first, all }]) => message + renderPlaces(first, all.size)),
  };
}

function renderPlaces(first: string | null, count: number): string {
  if (first === null) {
    return "";
  }
  return count > 1 ? ` (${first} and ${count - 1} more)` : ` (${first})`;
}
