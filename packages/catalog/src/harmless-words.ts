import { toSnakeCase } from "./slugs.ts";

/** Verbs of what adds something, or only looks. Words that are also things, such as `post`, are no sign: `postHide` hides one. */
const harmless = new Set(
  "add append create insert send register subscribe enroll duplicate get retrieve find search fetch read validate calculate estimate".split(
    " ",
  ),
);
/** What else may begin a sentence that says what an operation does. */
const harmlessInSentences = new Set("post list query invite reply comment count check preview".split(" "));
/** Those that also close a name: `productCreate`. */
const harmlessAtEnd = new Set("add append create insert send search get".split(" "));

/** Words of what deletes, overwrites or ends something, wherever they stand. */
const harmful = new Set(
  (
    "archive ban block cancel cancellation clear close conflict deactivate delete deletion destroy detach disable discard drop edit erase " +
    "expunge flush hide kick leave merge modify move overwrite override preference prune purge refund reject removal remove rename replace reset " +
    "revoke rotate set setting stop suspend swap terminate termination transfer truncate uninstall unlink update upsert void wipe withdraw"
  ).split(" "),
);
/** They join a second thing that is done: `addAndZap`. */
const joining = new Set(["and", "or", "then"]);

/**
 * Whether a name such as `createIssue` or `product_create` says that nothing is deleted, overwritten or ended. A word that is not known
 * proves nothing, since MCP takes a tool for destructive unless it surely only adds (`destructiveHint`).
 */
export function isHarmlessName(name: string): boolean {
  const words = wordsOf(name);
  return (
    (harmless.has(words[0] ?? "") || harmlessAtEnd.has(words.at(-1) ?? "")) &&
    !namesHarm(name) &&
    !words.some((word) => joining.has(word))
  );
}

/** Whether a text such as `Creates an issue.` begins with a verb that deletes, overwrites and ends nothing, and no other follows in the sentence. */
export function isHarmlessSentence(text: string): boolean {
  const [sentence = ""] = text.split(/[.!?\n]/, 1);
  const first = bareVerb(wordsOf(sentence)[0] ?? "");
  return (harmless.has(first) || harmlessInSentences.has(first)) && !namesHarm(sentence);
}

/** Whether a name or a sentence has a word of what deletes, overwrites or ends something. */
export function namesHarm(text: string): boolean {
  return wordsOf(text).some((word) => [word, bareVerb(word), word.replace(/d$/, "")].some(isHarmful));
}

const isHarmful = (word: string): boolean => harmful.has(word);
const wordsOf = (text: string): string[] => toSnakeCase(text).split("_");
/** Makes `create` of `creates`. */
const bareVerb = (word: string): string => word.replace(/s$/, "");
