import type { AccountCall } from "../../manifest/application-manifest.ts";
import type { HttpTool } from "../../tool.ts";

/** Paths that read the caller's own account, without prefixes of versions and gateways. The clearest first. */
const accountPaths = [
  "users/me",
  "user/me",
  "users/@me",
  "members/me",
  "accounts/me",
  "account/me",
  "customers/me",
  "me",
  "users/current",
  "user/current",
  "users/self",
  "myself",
  "self",
  "whoami",
  "viewer",
  "user",
  "userinfo",
  "current_user",
  "current-user",
  "auth.test",
  "user/profile",
  "me/profile",
  "profile",
  "user/account",
  "account",
];

const accountOperation =
  /^(?:users?_)?(?:get|read|show|retrieve|fetch)_?(?:the_)?(?:authenticated|current|logged_in)(?:_(?:user|account|member|profile|identity))?(?:_(?:info|profile|details))?$|^(?:get_)?(?:me|myself|self|viewer|whoami|who_am_i)$/;

/**
 * Finds the operation that clearly reads the credentials' own account (decisions D70): a GET with credentials and without
 * required input. Undefined when there is none.
 */
export function guessAccountCall(tools: readonly HttpTool[]): AccountCall | undefined {
  const ranked = tools
    .filter(isCallable)
    .map((tool) => ({ tool, rank: rankOf(tool) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.rank - other.rank);
  const [best] = ranked;
  return best === undefined ? undefined : { operation: best.tool.operation };
}

function isCallable({ binding, inputSchema, isDeprecated }: HttpTool): boolean {
  const required = inputSchema.required as readonly string[] | undefined;
  return (
    binding.method === "GET" &&
    binding.authentications.length > 0 &&
    binding.body === null &&
    (required ?? []).length === 0 &&
    !isDeprecated &&
    !binding.path.includes("{")
  );
}

/** Ranks an operation; the smallest is the clearest, and infinity means no match. */
function rankOf({ binding, operation }: HttpTool): number {
  const index = accountPaths.indexOf(accountPart(binding.path));
  if (index >= 0) {
    return index;
  }
  return accountOperation.test(operation) ? accountPaths.length : Number.POSITIVE_INFINITY;
}

/** Returns `users/me` for `/api/v2/users/me.json`. */
function accountPart(path: string): string {
  const parts = path.toLowerCase().split("/").filter(Boolean);
  const start = parts.findIndex((part) => !/^(?:api|auth|rest|public|v?\d+(?:\.\d+)*)$/.test(part));
  return parts
    .slice(start < 0 ? 0 : start)
    .join("/")
    .replace(/\.json$/, "");
}
