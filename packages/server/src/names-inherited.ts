const inherited = Object.getOwnPropertyNames(Object.prototype);

/**
 * Whether a schema or binding may name an input as a member that every object has, such as `constructor`: a plain look-up would find that
 * member where the input is left out.
 */
export function namesInherited(description: object): boolean {
  const text = JSON.stringify(description);
  return inherited.some((name) => text.includes(name));
}
