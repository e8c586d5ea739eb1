/** JSON of so many characters stays small in any form: it is at most 64 levels deep. */
const shortJson = 4096;

/**
 * Chooses the indentation with which people see a value as JSON.
 *
 * @param json the value without an indentation
 * @returns 2 spaces; 0 when they would make it much longer, as in a long list that is nested deep
 */
export const chooseIndent = (value: unknown, json = JSON.stringify(value)): 0 | 2 =>
  json.length <= shortJson || countSpaces(value, 1) <= 2 * json.length ? 2 : 0;

/** Counts the characters that an indentation adds to the members of a value, about. */
function countSpaces(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  let count = 0;
  for (const member of Object.values(value)) {
    count += 2 * depth + 1 + countSpaces(member, depth + 1);
  }
  return count;
}
