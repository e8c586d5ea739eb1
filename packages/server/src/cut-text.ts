/** Cuts a text that is longer than `maxLength`, and ends it with `…`, which counts. */
export const cutText = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .trimEnd()
        .toWellFormed()}…`;
