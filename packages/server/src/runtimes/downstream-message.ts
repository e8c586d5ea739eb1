import { cutText } from "../cut-text.ts";
import { isObject } from "./is-object.ts";

const maxLength = 300;
/** The most problems that are shown of one response, and of one field. */
const maxProblems = 5;

/** Finds an application's own error message in its output; null when there is none. At most 300 characters. */
export function findDownstreamMessage(output: unknown): string | null {
  const found =
    typeof output === "string" ? findInText(output) : (findInValue(output, 0) ?? findByField(output));
  return found === null ? null : tidyMessage(found);
}

function findInText(text: string): string | null {
  const begin = text.trimStart();
  if (!begin.startsWith("<")) {
    return begin.length <= maxLength ? begin : null;
  }
  const title = /<(?:title|message|faultstring|error_?description|h1)[^<>]*>([^<]+)</i.exec(
    text.slice(0, 20_000),
  );
  return title?.[1] ?? null;
}

/** Members that may contain the message, the most informative first. */
const textMembers = [
  "message",
  "error_description",
  "errorMessage",
  "error_message",
  "Message",
  "faultstring",
  "detail",
  "description",
  "title",
  "reason",
  "msg",
  "error",
  "code",
];
const nestedMembers = ["error", "errors", "fault", "Error", "detail", "details", "data", "response", "meta"];

function findInValue(value: unknown, depth: number): string | null {
  if (typeof value === "string") {
    return depth > 0 && value !== "" ? value : null;
  }
  if (Array.isArray(value)) {
    return depth < 4
      ? joinProblems(value.slice(0, maxProblems).map((one) => findInValue(one, depth + 1)))
      : null;
  }
  if (!isObject(value) || depth >= 4) {
    return null;
  }
  const text = findText(value);
  const place = Array.isArray(value.loc) ? value.loc.filter(isWord).join(".") : "";
  const own = text !== null && place !== "" ? `${place}: ${text}` : text;
  const nested = findNested(value, depth);
  if (own === null || nested === null) {
    return own ?? nested;
  }
  // `{message: "Validation Failed", errors: [{message: "name is taken"}]}` says more with both
  return own.includes(nested)
    ? own
    : nested.includes(own)
      ? nested
      : `${own.replace(/(?<![.:\s])[.:\s]+$/, "")}: ${nested}`;
}

/** Joins all problems, so that a caller can mend them in one try. Null: there are none. */
function joinProblems(found: (string | null)[]): string | null {
  const problems = [...new Set(found)].filter((one) => one !== null && one.trim() !== "");
  return problems.length === 0 ? null : problems.join("; ");
}

/** Reads what is wrong with each field, as Rails, Laravel, Django and ASP.NET write it: `{"name": ["is too short"]}`. */
function findByField(value: unknown): string | null {
  const problems = Object.entries(isObject(value) ? value : {}).flatMap(([name, texts]) =>
    Array.isArray(texts) && texts.length > 0 && texts.every((text) => typeof text === "string")
      ? `${name}: ${texts.slice(0, maxProblems).join(", ")}`
      : [],
  );
  return problems.length === 0 ? null : problems.slice(0, maxProblems).join("; ");
}

const isAboutData = (member: string): boolean => ["data", "response", "meta"].includes(member);

const isWord = (part: unknown): boolean => typeof part === "string" || typeof part === "number";

function findText(value: Record<string, unknown>): string | null {
  for (const name of textMembers) {
    const text = value[name];
    const found =
      Array.isArray(text) && text.every((one) => typeof one === "string")
        ? joinProblems(text.slice(0, maxProblems))
        : text;
    if (typeof found === "string" && found.trim() !== "") {
      return found;
    }
  }
  return null;
}

function findNested(value: Record<string, unknown>, depth: number): string | null {
  for (const name of nestedMembers) {
    const nested = value[name];
    if (typeof nested === "object" && nested !== null) {
      const text = findInValue(nested, depth + 1) ?? (isAboutData(name) ? null : findByField(nested));
      if (text !== null) {
        return text;
      }
    }
  }
  return null;
}

/** Makes the message one line without control characters, of at most 300 characters. Null: nothing is left. */
export function tidyMessage(text: string): string | null {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replace(/&amp;/g, "&");
  if (line === "") {
    return null;
  }
  return cutText(line, maxLength);
}
