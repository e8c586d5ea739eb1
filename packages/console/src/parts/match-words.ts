/** Builds the test of a search: whether a text holds each of its words, in any order and case. A search without words fits every text. */
export function matchWords(search: string): (text: string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
