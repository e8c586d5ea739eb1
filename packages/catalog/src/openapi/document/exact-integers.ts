import type { ScalarTag } from "yaml";

/** Whether a text is the digits of an integer that no double holds exactly for sure. */
export const isLargeInteger = (text: string): boolean =>
  /^-?\d{16,309}$/.test(text) && !Number.isSafeInteger(Number(text));

type JsonReviver = (this: unknown, name: string, value: unknown, context: { source?: string }) => unknown;

/** TypeScript does not know the third parameter yet (ECMAScript proposal "JSON.parse source text access"). */
const parse = JSON.parse as unknown as (text: string, reviver: JsonReviver) => unknown;

const keepDigits: JsonReviver = (_, value, { source = "" }) =>
  typeof value === "number" && isLargeInteger(source) ? source : value;

/** Parses JSON. Integers that would be rounded become texts of their digits (decisions D8a). @throws SyntaxError */
export const parseWithDigits = (text: string): unknown =>
  /\d{16}/.test(text) ? parse(text, keepDigits) : JSON.parse(text);

const integerTag = "tag:yaml.org,2002:int";

/** Makes the same of a YAML tag for integers. Others stay as they are. */
export const withDigits = <Tag>(tag: Tag): Tag =>
  isIntegerTag(tag) ? { ...tag, resolve: resolveExactly(tag) } : tag;

const isIntegerTag = (tag: unknown): tag is ScalarTag =>
  typeof tag === "object" && tag !== null && "tag" in tag && tag.tag === integerTag;

const resolveExactly =
  ({ resolve }: ScalarTag): ScalarTag["resolve"] =>
  (text, onError, options) => {
    const value = resolve(text, onError, options);
    return typeof value === "number" && isLargeInteger(text.replace(/^\+/, ""))
      ? text.replace(/^\+/, "")
      : value;
  };
