import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { ConfigError } from "../config/config.ts";
import { describeFileError } from "../describe-file-error.ts";
import { describeIssue } from "./describe-issue.ts";
import { describeJsonPlace } from "./describe-json-place.ts";
import { listProblems } from "./list-problems.ts";

/**
 * Reads a JSON file that a setting names.
 *
 * @param variable the setting
 * @throws ConfigError that lists every problem, and contains no value of the file
 */
export async function readSettingsFile<Schema extends z.ZodType>(
  variable: string,
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const content = await readFile(path, "utf8").catch((error: unknown) => {
    throw new ConfigError([`${variable}: the file ${path} ${describeFileError(error)}.`]);
  });
  const value = parseJson(content, `${variable}: the file ${path}`);
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) {
    return parsed.data;
  }
  const problems = listProblems(parsed.error, schema, value);
  throw new ConfigError(
    problems.map(({ field, issue }) => {
      const place = field === "body" ? "its content" : field;
      return `${variable}: the file ${path} is wrong at ${place}: ${issue}`;
    }),
  );
}

function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new ConfigError([`${file} is not valid JSON${describeJsonPlace(error)}.`]);
  }
}
