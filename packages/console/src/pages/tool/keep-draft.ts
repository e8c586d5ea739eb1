import { isObject } from "../../form/json-schema.ts";
import type { Input } from "../../form/tool-form.tsx";

const keyOf = (toolSlug: string): string => `bowline-input:${toolSlug}`;
/** Larger inputs are not worth the writing at each key. */
const maxCharacters = 100_000;

/** Reads the input that this tab had for a tool before it was loaded again. */
export function readDraft(toolSlug: string): Input | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(toolSlug)) ?? "null");
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps an input for this tab. @param input without secrets */
export function keepDraft(toolSlug: string, input: unknown): void {
  try {
    const text = JSON.stringify(input);
    if (text === "{}" || text.length > maxCharacters) {
      sessionStorage.removeItem(keyOf(toolSlug));
    } else {
      sessionStorage.setItem(keyOf(toolSlug), text);
    }
  } catch {
    // A browser may refuse to store anything.
  }
}
