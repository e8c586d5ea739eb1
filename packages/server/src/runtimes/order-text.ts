const lateUnits = /[\ud800-\uffff]/g;

/**
 * Changes a text so that comparing two of them by code unit orders the texts by code point. In UTF-16 the units of characters above
 * U+FFFF come before some of those below. By code point is also the order of bytes in UTF-8, which databases have.
 */
export const orderByCodePoint = (text: string): string =>
  text.replace(lateUnits, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
  });
