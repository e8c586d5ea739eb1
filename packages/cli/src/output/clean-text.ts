import { escapeHidden } from "@bowline/contract/hidden-characters";

/**
 * Replaces control characters, so that text from elsewhere cannot move the cursor, end a line or end a column. Also those that
 * change the direction of writing.
 */
export const cleanText = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, " ");

/** The same, but keeps line breaks and tabs. */
export const cleanLines = (text: string): string =>
  text.replace(/(?:(?![\n\t])[\p{Cc}\p{Bidi_Control}])+/gu, " ");

/** Writes a value as JSON in which every character is seen: the hidden ones are escapes, which a program reads as the same. */
export const renderJson = (value: unknown, indent = 2): string =>
  escapeHidden(JSON.stringify(value, null, indent));
