import { findStringEnd } from "@bowline/contract/inexact-number";

/**
 * Returns the text of a member of a JSON object, as it was sent: with the members that an object in it has again, of which
 * `JSON.parse` keeps the last one.
 *
 * @param json a valid JSON object
 * @param name a member that it has. Of several, the last one counts
 */
export function sliceMember(json: string, name: string): string {
  let found = "";
  let begin = -1;
  let depth = 0;
  let isNameNext = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') {
      const end = findStringEnd(json, at);
      if (isNameNext && depth === 1 && JSON.parse(json.slice(at, end + 1)) === name) {
        begin = json.indexOf(":", end) + 1;
      }
      isNameNext = false;
      at = end;
    } else if (depth === 1 && (character === "," || character === "}")) {
      if (begin > 0) {
        found = json.slice(begin, at).trim();
      }
      begin = -1;
      isNameNext = true;
    }
    if (character === "{" || character === "[") {
      depth++;
      isNameNext = depth === 1;
    } else if (character === "}" || character === "]") {
      depth--;
    }
  }
  return found;
}
