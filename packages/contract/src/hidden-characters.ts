/**
 * Characters that are not seen, or that turn the direction of the text around them. The group is empty for what is kept: a variation
 * selector after an emoji, which says only how that one is drawn. Elsewhere a row of them can carry a whole message. Line breaks are kept.
 */
export const hiddenCharacters: RegExp =
  /\p{Extended_Pictographic}\ufe0f|(?!\n)([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/gu;

/** Writes hidden characters as escapes of JSON, such as `\u202e`. JSON stays the same value. */
export const escapeHidden = (text: string): string =>
  text.replace(hiddenCharacters, (kept, character?: string) =>
    character === undefined
      ? kept
      : Array.from({ length: character.length }, (_, unit) => writeUnit(character.charCodeAt(unit))).join(""),
  );

const writeUnit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;
