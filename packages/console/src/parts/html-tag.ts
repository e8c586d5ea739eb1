/**
 * A tag of HTML in a description. Other names in angle brackets, such as `refs/heads/<branch name>`, stand for a value and are no tags.
 */
export const htmlTag =
  /<\/?(?:a|abbr|b|big|blockquote|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|wbr)(?:\s[^<>]*)?\/?>/gi;
