/** Sorting the members of a longer value takes too long (decisions D75). Its members must come in the same order again. */
const maxSortedLength = 64 * 1024;

/** Does the same as `sortMembers` with a value that is short as JSON. A longer one is returned as it is. */
export const sortMembersOfShort = (value: unknown): unknown =>
  JSON.stringify(value).length <= maxSortedLength ? sortMembers(value) : value;

/** The order of members means nothing in JSON. Lists of pairs instead of objects keep members like `__proto__`. */
export function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) {
    return ["array", ...value.map(sortMembers)];
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return ["object", ...members.map(([name, member]) => [name, sortMembers(member)])];
}
