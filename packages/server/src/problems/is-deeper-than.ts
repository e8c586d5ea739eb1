import { findStringEnd } from "@bowline/contract/inexact-number";

/** How deep the body of a request may be nested (decisions D9). */
export const maxDepth = 64;

/** How deep the output of a tool may be nested (decisions D75). Code that calls itself for each level stands more than twice as many. */
export const maxOutputDepth = 1000;

const quote = 0x22;

/** Whether a JSON text is nested deeper than so many levels. Reads the text only: parsing one that is deep takes long (decisions D75). */
export function isDeeperThan(text: string, levels: number): boolean {
  if (!hasMoreOpenings(text, levels)) {
    return false;
  }
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

/** Whether a text has more than so many brackets that open. Most have few, and then need not be read. */
function hasMoreOpenings(text: string, count: number): boolean {
  let left = count;
  for (const opening of ["{", "["]) {
    for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
      left--;
      if (left < 0) {
        return true;
      }
    }
  }
  return false;
}
