/**
 * Replaces control characters, so that text from elsewhere cannot move the cursor, end a line or end a column. Also those that
 * change the direction of writing.
 */
export const cleanText = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, " ");

/** The same, but keeps line breaks and tabs. */
export const cleanLines = (text: string): string =>
  text.replace(/(?:(?![\n\t])[\p{Cc}\p{Bidi_Control}])+/gu, " ");

/**
 * Characters that are not drawn or that turn the direction of the text, beside those that JSON escapes by itself. A variation selector
 * after an emoji says only how that one is drawn.
 */
const hidden =
  /\p{Extended_Pictographic}\ufe0f|(?!\n)([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/gu;

/** Writes a value as JSON in which every character is seen: the hidden ones are escapes, which a program reads as the same. */
export const renderJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(hidden, (kept, character?: string) =>
    character === undefined
      ? kept
      : Array.from(
          { length: character.length },
          (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`,
        ).join(""),
  );
