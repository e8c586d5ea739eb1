/** Members that identify an account to a person, the best first. Written without case, `_` and `-`. */
const names = [
  "login",
  "email",
  "emailaddress",
  "mail",
  "username",
  "screenname",
  "handle",
  "displayname",
  "name",
  "fullname",
  "user",
];

/** Members that contain the account. */
const containers = new Set([
  "data",
  "user",
  "account",
  "profile",
  "member",
  "me",
  "viewer",
  "result",
  "response",
  "attributes",
]);

const maxDepth = 3;

/** Finds an account's name in an output whose schema is unknown (decisions D70). Null when there is none. */
export function findAccountName(output: unknown, depth = 1): string | null {
  if (typeof output !== "object" || output === null || Array.isArray(output)) {
    return null;
  }
  const entries = Object.entries(output).map(([name, value]) => ({ name: plain(name), value }));
  for (const name of names) {
    const found = entries.find((entry) => entry.name === name && isName(entry.value));
    if (found !== undefined) {
      return String(found.value);
    }
  }
  for (const { name, value } of depth < maxDepth ? entries : []) {
    const found = containers.has(name) ? findAccountName(value, depth + 1) : null;
    if (found !== null) {
      return found;
    }
  }
  return null;
}

const isName = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, "");
