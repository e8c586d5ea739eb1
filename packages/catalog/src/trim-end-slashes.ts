/** Removes the slashes at the end. The pattern `/+$` would take quadratic time on a text with many slashes before its end. */
export function trimEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") {
    end--;
  }
  return text.slice(0, end);
}
