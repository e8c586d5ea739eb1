import { findStringEnd } from "@bowline/contract/inexact-number";

/** How deep the body of a request may be nested (decisions D9). */
export const maxDepth = 64;

const quote = 0x22;

/** Whether a JSON text is nested deeper than so many levels. Reads the text only: parsing one that is deep takes long (decisions D75). */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x5b: // [
      case 0x7b: // {
        depth++;
        if (depth > levels) {
          return true;
        }
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
      case quote:
        at = findStringEnd(text, at);
        break;
    }
  }
  return false;
}
