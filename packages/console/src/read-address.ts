/** A filter in the address: a text, or absent. */
const readText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== ""
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;

/** Returns a function that reads the named filters of an address as texts. Other members are dropped. */
export const readAddress =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string | undefined } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = readText(search[name]);
        return text === undefined ? [] : [[name, text]];
      }),
    ) as { [Key in Name]?: string | undefined };
