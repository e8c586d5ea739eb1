import { type JsonSchema, readNumber, readText } from "./json-schema.ts";

/** How a text is entered. */
export interface TextOptions {
  placeholder?: string;
  /** Several lines. */
  isLong?: boolean;
  /** Not shown while it is typed, and not kept in the browser. */
  isSecret?: boolean;
  inputType?: string;
}

const longNames =
  /^(body|text|content|contents|message|description|notes?|comment|markdown|html|sql|prompt|instructions|code|script)$/i;
const placeholders: Record<string, string> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T09:30:00Z",
  time: "09:30:00Z",
  email: "name@example.com",
  uri: "https://…",
};

export function chooseTextField(schema: JsonSchema, name: string): TextOptions {
  const format = readText(schema.format) ?? "";
  const example = Array.isArray(schema.examples) ? readText(schema.examples[0]) : undefined;
  const stated = readText(schema.default);
  const placeholder = stated === undefined ? (example ?? placeholders[format]) : `Default: ${stated}`;
  const isSecret = format === "password" || schema.writeOnly === true;
  const isLong =
    !isSecret &&
    (longNames.test(name) || (readNumber(schema.maxLength) ?? 0) > 20_000 || format === "byte") &&
    (readNumber(schema.maxLength) ?? 1000) > 200;
  return {
    ...(placeholder !== undefined && { placeholder }),
    ...(isSecret && { isSecret }),
    ...(isLong && { isLong }),
    ...(format === "email" && { inputType: "email" }),
  };
}
