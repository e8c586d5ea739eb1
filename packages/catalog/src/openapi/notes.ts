/** Collects the remarks of an import. The same remark from a thousand operations becomes one line. */
export interface Notes {
  /** Adds a remark about the whole document. */
  add(message: string): void;
  /** Adds a remark about a place. The list names the first place and counts the others. */
  addAt(message: string, place: string): void;
  list(): string[];
}

/** Remarks name parts of the document, such as a pattern, which may have any length and number. */
const maximumNotes = 1000;
const maximumLength = 4000;

export function createNotes(): Notes {
  const places = new Map<string, { first: string | null; all: Set<string> }>();
  const others = new Set<string>();
  const entry = (message: string, first: string | null) => {
    const known = places.get(message) ?? { first, all: new Set<string>() };
    if (places.has(message) || places.size < maximumNotes) {
      places.set(message, known);
    } else {
      others.add(message);
    }
    return known;
  };
  const short = (message: string): string =>
    message.length > maximumLength ? `${message.slice(0, maximumLength).toWellFormed()}…` : message;
  return {
    add: (message) => void entry(short(message), null),
    addAt: (message, place) => void entry(short(message), place).all.add(place),
    list: () => [
      ...[...places].map(([message, { first, all }]) => message + renderPlaces(first, all.size)),
      ...(others.size > 0 ? [`${others.size} more remarks are left out`] : []),
    ],
  };
}

function renderPlaces(first: string | null, count: number): string {
  if (first === null) {
    return "";
  }
  return count > 1 ? ` (${first} and ${count - 1} more)` : ` (${first})`;
}
