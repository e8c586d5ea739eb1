/** With more of them, the ways to read a text multiply too far. */
const mostOpenParts = 4;

const tokens = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\{\d+(?:,\d*)?\}|[\s\S]/g;

/**
 * Whether a pattern of somebody else can be tried here, where nothing ends it: a browser tries all ways to read a text, which takes years for
 * 40 letters and `^(a+)+$`. The server has an engine that takes linear time.
 *
 * @param pattern is a regular expression
 */
export function isQuickPattern(pattern: string): boolean {
  // Of each group around the place, outermost first: how many parts it has that fit in several ways.
  const groups = [0];
  let closed = 0;
  for (const [token] of pattern.matchAll(tokens)) {
    const inner = closed;
    closed = 0;
    if (token.startsWith("(")) {
      groups.push(0);
    } else if (token === ")") {
      closed = groups.pop() ?? 0;
      groups[groups.length - 1] = (groups.at(-1) ?? 0) + closed;
    } else if (token === "?" || token === "|" || isOpenRepetition(token)) {
      groups[groups.length - 1] = (groups.at(-1) ?? 0) + 1;
    }
    if (inner > 0 && (isOpenRepetition(token) || token.startsWith("{"))) {
      return false;
    }
  }
  return (groups[0] ?? 0) <= mostOpenParts;
}

/** Whether it repeats what is before it as often as it fits. */
function isOpenRepetition(token: string): boolean {
  const [, least, most] = /^\{(\d+),(\d*)\}$/.exec(token) ?? [];
  return token === "*" || token === "+" || (least !== undefined && least !== most);
}
