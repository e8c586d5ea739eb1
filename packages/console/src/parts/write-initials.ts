/** Two letters at most: of the first two words, or of the only one. */
export function writeInitials(name: string): string {
  const [first = "", second] = name.trim().split(/\s+/);
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join("").toUpperCase();
}
