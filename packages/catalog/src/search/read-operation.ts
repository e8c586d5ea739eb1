import { splitCase, splitWords } from "./split-words.ts";

/** The words of a path that say what it is about, without parameters, versions and the like. */
export interface PathWords {
  /** The words of each part, lower case, without a verb at the end. Parts without words are left out. */
  segments: readonly (readonly string[])[];
  /** The verb that ends the path, as in `/messages/send`. */
  verb: string | null;
  /** Words of the names of its parameters. */
  parameters: ReadonlySet<string>;
  endsWithParameter: boolean;
}

const parameterPattern = /\{([^{}]*)\}/g;
const version = /^v?\d+[a-z]?\d*$/;
const technical = new Set(["api", "apis", "rest", "json", "xml", "graphql", "v1beta1"]);

export function readPath(path: string, isVerb: (word: string) => boolean): PathWords {
  const parameters = new Set<string>();
  for (const [, name = ""] of path.matchAll(parameterPattern)) {
    for (const word of listWords(name)) {
      parameters.add(word);
    }
  }
  const segments = readPlainPath(path)
    .split(/[/:#?]/)
    .map(listWords)
    .map((words) => words.filter((word) => !version.test(word) && !technical.has(word)))
    .filter((words) => words.length > 0);
  const [last] = segments.at(-1) ?? [];
  const verb =
    segments.length > 1 && segments.at(-1)?.length === 1 && isVerb(last ?? "") ? (last ?? null) : null;
  return {
    segments: verb === null ? segments : segments.slice(0, -1),
    verb,
    parameters,
    endsWithParameter: (path.split("?")[0] ?? "").endsWith("}"),
  };
}

/**
 * Takes the names of parameters out, and the query too: it lists the members of a response, and says what is done only where the path is
 * bare, as in `/?Action=ListUsers`.
 */
function readPlainPath(path: string): string {
  const [plain = "", ...query] = path.replaceAll(parameterPattern, "").split("?");
  return /\p{L}/u.test(plain) ? plain : query.join("?");
}

/** Lower-case words of a name such as `chat.postMessage`. */
export function listWords(text: string): string[] {
  return splitWords(text).flatMap((word) => {
    const parts = splitCase(word);
    return (parts.length > 0 ? parts : [word]).map((part) => part.toLowerCase());
  });
}

const selfSegments = new Set(["me", "myself", "self", "whoami", "viewer", "current"]);
const callerName =
  /\b(authenticated|connected|current|logged.in|signed.in) (user|account|member|person|bot)/i;
const selfName = new RegExp(`${callerName.source}|\\b(my|me|myself|whoami|your own)\\b`, "i");
const accountWords = new Set([
  "user",
  "users",
  "account",
  "accounts",
  "profile",
  "identity",
  "member",
  "members",
  "person",
  "bot",
  "mailbox",
  "token",
]);
const fillers = new Set([
  "get",
  "the",
  "authenticated",
  "connected",
  "current",
  "for",
  "retrieve",
  "show",
  "info",
  "information",
  "details",
  "s",
  "of",
  "a",
  "an",
  "view",
  "read",
  "your",
  "my",
]);

/** How a tool relates to whoever calls it. */
export interface SelfRelation {
  /** It is about things of the caller. */
  isOwn: boolean;
  /** It says who the caller is. */
  saysWho: boolean;
}

/** Reads from path and name whether a tool is about the authenticated user. */
export function readSelfRelation(
  name: string,
  method: string,
  { segments, parameters }: PathWords,
): SelfRelation {
  const flat = segments.flat();
  const own = flat.some((word) => selfSegments.has(word)) || segments[0]?.join() === "user";
  const isOwn = own || selfName.test(name);
  const isAccountPath =
    (method === "GET" || flat.length < 3) &&
    flat.every((word) => selfSegments.has(word) || accountWords.has(word) || word === "get");
  const saysWho =
    isOwn &&
    parameters.size === 0 &&
    (isAccountPath || callerName.test(name)) &&
    listWords(name).every((word) => fillers.has(word) || accountWords.has(word) || selfSegments.has(word));
  return { isOwn, saysWho };
}
