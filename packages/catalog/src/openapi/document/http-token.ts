/** Whether a text can be a method or the name of a header (RFC 9110 §5.6.2). No request can be sent with another one. */
export const isHttpToken = (text: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
