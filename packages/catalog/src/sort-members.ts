/**
 * Returns a JSON value with the members of its objects sorted by name, so that equal values are written as equal texts. `undefined`
 * becomes null.
 */
export function sortMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return value ?? null;
  }
  if (Array.isArray(value)) {
    return value.map((item) => sortMembers(item));
  }
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]));
}
