/** Descriptions of the standard scopes (OpenID Connect Core 1.0 §5.4, §11). */
const standard: Record<string, string> = {
  openid: "Know which account it is",
  profile: "See its name and profile",
  email: "See its e-mail address",
  address: "See its postal address",
  phone: "See its telephone number",
  offline_access: "Stay connected until you end it",
};

const verbs = new Set([
  "read",
  "write",
  "admin",
  "manage",
  "create",
  "delete",
  "update",
  "send",
  "modify",
  "list",
  "view",
  "edit",
]);

/** Describes a scope in words taken from its name: `items:read` is "Read items". */
export function describeScope(scope: string): string {
  if (Object.hasOwn(standard, scope)) {
    return standard[scope] ?? scope;
  }
  const name = /^https?:\/\//.test(scope)
    ? (scope.split("/").findLast((part) => part !== "") ?? scope)
    : scope;
  const words = name
    .replace(/readonly|read-only/i, "read")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .split(/[\s:./_-]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
  const first = words.filter((word) => verbs.has(word));
  const others = words.filter((word) => !verbs.has(word));
  const sentence = [first.join(" and "), others.join(" ")].filter((part) => part !== "").join(" ");
  return sentence === "" ? scope : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
