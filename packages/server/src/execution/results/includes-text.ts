/** Up to this product of lengths, the engine's own search is fast for all texts. */
const maxPlainSearch = 4_000_000;

/**
 * Whether a text contains another, in time linear in the sum of their lengths. The engine's `includes` takes time linear in
 * their product for crafted texts. Neither text is trusted: one comes from a caller, the other from an application.
 */
export function includesText(text: string, wanted: string): boolean {
  if (wanted.length > text.length) {
    return false;
  }
  if (text.length * wanted.length <= maxPlainSearch) {
    return text.includes(wanted);
  }
  return searchLinearly(text, wanted);
}

/** The Knuth-Morris-Pratt algorithm. */
function searchLinearly(text: string, wanted: string): boolean {
  const fallbacks = listFallbacks(wanted);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== wanted.charCodeAt(matched)) {
      matched = fallbacks[matched - 1] ?? 0;
    }
    if (unit === wanted.charCodeAt(matched)) {
      matched++;
    }
    if (matched === wanted.length) {
      return true;
    }
  }
  return false;
}

/** For each prefix, the length of the longest proper prefix that is also its suffix. */
function listFallbacks(wanted: string): Uint32Array {
  const fallbacks = new Uint32Array(wanted.length);
  let matched = 0;
  for (let at = 1; at < wanted.length; at++) {
    while (matched > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(matched)) {
      matched = fallbacks[matched - 1] ?? 0;
    }
    if (wanted.charCodeAt(at) === wanted.charCodeAt(matched)) {
      matched++;
    }
    fallbacks[at] = matched;
  }
  return fallbacks;
}
