import { readOwnAccountUserId } from "./access-token.ts";

const prefix = "bowline-entries:";
/** Larger entries are not worth the writing at each key. */
const maxCharacters = 1_000_000;

/** What somebody else entered in this tab is not theirs to see. */
const keyOf = (form: string): string => `${prefix}${readOwnAccountUserId()}:${form}`;

/** Reads what this tab had entered in a form before it was loaded again; null: nothing. It may come from an older console. */
export function readEntries(form: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps what is entered in a form for this tab, until somebody signs out (decisions D82a). @param entries without secrets; null: forgets them */
export function keepEntries(form: string, entries: object | null): void {
  try {
    const text = JSON.stringify(entries);
    if (entries === null || text === "{}" || text.length > maxCharacters) {
      sessionStorage.removeItem(keyOf(form));
    } else {
      sessionStorage.setItem(keyOf(form), text);
    }
  } catch {
    // A browser may refuse to store anything.
  }
}

/** Forgets what is entered in all forms of this tab. */
export function forgetEntries(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) {
        sessionStorage.removeItem(key);
      }
    }
  } catch {
    // Nothing is kept then.
  }
}
