/**
 * Characters that are not seen, or that turn the direction of the text around them. Line breaks are kept, and a variation selector after
 * an emoji, which says only how that one is drawn. Elsewhere a row of them can carry a whole message.
 */
const hidden =
  /\p{Extended_Pictographic}\ufe0f|(?!\n)([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/gu;

/**
 * Writes a value as JSON in which no character can hide another, or change the order in which text is read: such characters are
 * written as `\u202e`. It is the same JSON.
 */
export const writeVisibleJson = (value: unknown): string => writeVisibleText(JSON.stringify(value, null, 2));

/** Writes a text in which no character can hide another, or change the order in which it is read. */
export const writeVisibleText = (text: string): string =>
  text.replace(hidden, (kept, character?: string) =>
    character === undefined
      ? kept
      : Array.from({ length: character.length }, (_, unit) => writeUnit(character.charCodeAt(unit))).join(""),
  );

const writeUnit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;
