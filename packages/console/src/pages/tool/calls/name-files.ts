import { isObject } from "../../../form/json-schema.ts";

/** Base64 texts that are shorter are shown as they are. */
const longFrom = 200;

/** An input whose files are replaced by short texts. */
export interface NamedFiles {
  input: unknown;
  /** The names of the files, by the texts that stand for their content. */
  names: Map<string, string>;
}

/** Replaces the contents of files by texts that name them, so that a call can be shown. */
export function nameFiles(input: unknown): NamedFiles {
  const names = new Map<string, string>();
  const give = (name: string): string => {
    const used = [...names.values()].filter((each) => each === name).length;
    const text = `<base64 of ${name}${used === 0 ? "" : ` (${used + 1})`}>`;
    names.set(text, name);
    return text;
  };
  const replace = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) {
      return value.map((item) => replace(item, name));
    }
    if (isObject(value)) {
      const { base64, fileName } = value;
      if (typeof base64 === "string") {
        return { ...value, base64: give(typeof fileName === "string" && fileName !== "" ? fileName : name) };
      }
      return Object.fromEntries(
        Object.entries(value).map(([member, each]) => [member, replace(each, member)]),
      );
    }
    return typeof value === "string" && value.length > longFrom && /^[A-Za-z0-9+/]+={0,2}$/.test(value)
      ? give(name)
      : value;
  };
  return { input: replace(input, "file"), names };
}
