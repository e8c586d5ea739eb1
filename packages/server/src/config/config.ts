import { join } from "node:path";
import { findNearestName } from "@bowline/contract/nearest-name";
import { clientVariables, type Setting, settings } from "./settings.ts";

type Settings = typeof settings;

const builtConsole = join(import.meta.dirname, "..", "..", "..", "console", "dist");

/** The first of each pair needs the second. */
const pairs = [
  ["BOWLINE_ADMIN_EMAIL", "BOWLINE_ADMIN_PASSWORD"],
  ["BOWLINE_ADMIN_PASSWORD", "BOWLINE_ADMIN_EMAIL"],
  ["BOWLINE_SIGN_IN_ISSUER", "BOWLINE_SIGN_IN_CLIENT_ID"],
  ["BOWLINE_SIGN_IN_CLIENT_ID", "BOWLINE_SIGN_IN_ISSUER"],
  ["BOWLINE_SIGN_IN_CLIENT_SECRET", "BOWLINE_SIGN_IN_ISSUER"],
] as const;

/** All settings of `settings.ts`, parsed; `null` where one without a default is not set. */
export type Config = {
  [Name in keyof Settings]: Settings[Name] extends Setting<infer Value, infer Fallback>
    ? Fallback extends null
      ? Value | null
      : Value
    : never;
} & {
  /** The public address without a trailing slash. Issuer, redirect and audience are made from it. */
  baseUrl: string;
  /** The folder of the built console: the setting, or else the one that `npm start` builds to. */
  consoleDir: string;
};

/** The folder of what can be made again: the setting, or else `cache` in the data folder. */
export const findCacheDir = ({ cacheDir, dataDir }: Pick<Config, "cacheDir" | "dataDir">): string =>
  cacheDir ?? join(dataDir, "cache");

/** Lists everything that is wrong with the environment, one problem a line. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/**
 * Reads all settings from an environment. A variable that is empty counts as not set.
 *
 * @throws ConfigError that lists every problem. It never contains addresses or keys, since they hold secrets.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { config, problems } = parseConfig(env);
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
  return config;
}

/** Reads as `readConfig` does, and lists the problems instead. A setting with a problem is null. */
export function parseConfig(env: Record<string, string | undefined>): { config: Config; problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown, string | null>>(settings)) {
    values[name] = readSetting(setting, env, problems);
  }
  const config = values as Config;
  if (env.DATABASE_URL?.trim() && !env.BOWLINE_MASTER_KEY?.trim()) {
    problems.push(
      "BOWLINE_MASTER_KEY is required with DATABASE_URL, so that every server of that database has the same key. Make one with: openssl rand -base64 32",
    );
  }
  for (const [variable, other] of pairs) {
    if (env[variable]?.trim() && !env[other]?.trim()) {
      problems.push(`${variable} is set, but ${other} is not. Set both, or neither.`);
    }
  }
  for (const { variable, meant } of listUnknown(env)) {
    if (meant !== null) {
      problems.push(`${variable} is not a setting. Did you mean ${meant}?`);
    }
  }
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  return { config: { ...config, baseUrl, consoleDir: config.consoleDir ?? builtConsole }, problems };
}

/** Lists variables that begin with `BOWLINE_` but are not settings (decisions D48). */
export const listUnknownSettings = (env: Record<string, string | undefined>): string[] =>
  listUnknown(env).map(({ variable }) => variable);

function listUnknown(env: Record<string, string | undefined>): { variable: string; meant: string | null }[] {
  const known = [...Object.values(settings).map(({ variable }) => variable), ...clientVariables];
  return Object.keys(env)
    .filter((variable) => /^bowline_/i.test(variable) && !known.includes(variable))
    .map((variable) => ({ variable, meant: findMeantSetting(variable, known) }));
}

/** Finds the setting meant by a misspelled name, one without its unit, or one with a needless prefix: `BOWLINE_PORT`. */
function findMeantSetting(variable: string, known: readonly string[]): string | null {
  const unprefixed = variable.slice("BOWLINE_".length);
  return (
    findNearestName(variable, known) ??
    known.find((name) => name === unprefixed || name.startsWith(`${variable}_`)) ??
    null
  );
}

function readSetting(
  setting: Setting<unknown, string | null>,
  env: Record<string, string | undefined>,
  problems: string[],
): unknown {
  const text = env[setting.variable]?.trim() || setting.default;
  if (text === null) {
    return null;
  }
  const parsed = setting.schema.safeParse(text);
  if (parsed.success) {
    return parsed.data;
  }
  for (const issue of parsed.error.issues) {
    problems.push(`${setting.variable}: ${issue.message}`);
  }
  return null;
}
