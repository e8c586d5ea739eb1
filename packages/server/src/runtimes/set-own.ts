/** In JSON, `__proto__` is an ordinary name. */
export function setOwn(body: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(body, name, { value, enumerable: true });
  } else {
    body[name] = value;
  }
}
