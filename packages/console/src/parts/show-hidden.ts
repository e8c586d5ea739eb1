import { chooseIndent } from "@bowline/contract/choose-indent";
import { escapeHidden } from "@bowline/contract/hidden-characters";

/**
 * Writes a value as JSON in which no character can hide another, or change the order in which text is read: such characters are
 * written as `\u202e`. It is the same JSON, and indented unless that makes it much longer.
 */
export const writeVisibleJson = (value: unknown): string =>
  escapeHidden(JSON.stringify(value, null, chooseIndent(value)));
