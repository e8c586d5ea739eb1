import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

/** Member names whose values are never written, at the top of a log line and up to three levels below it. */
const secretNames = [
  "authorization",
  "cookie",
  "password",
  "secret",
  "clientSecret",
  "client_secret",
  "apiKey",
  "token",
  "accessToken",
  "access_token",
  "refreshToken",
  "refresh_token",
  "code_verifier",
  "masterKeys",
  "databaseUrl",
  "redisUrl",
  "connectionString",
  "credentials",
];
const secretHeaders = ["x-api-key", "set-cookie", "proxy-authorization"];

export interface LoggerOptions {
  /** A pino level or `silent`. */
  level: string;
  /** Human lines instead of JSON; `main.ts` passes whether stdout is a terminal. */
  isTerminal: boolean;
  /** Where lines go. Default: the process's stdout. */
  destination?: DestinationStream;
}

/** The server's log: one JSON object a line, or calm human lines on a terminal. Known secrets are written as `[secret]`. */
export function createLogger(options: LoggerOptions): Logger {
  const destination = options.destination ?? openStdout(options.isTerminal);
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths(), censor: "[secret]" },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    options.isTerminal ? renderLines(destination) : destination,
  );
}

/** A terminal that was closed takes no more lines, which must not end the server before it has drained. */
function openStdout(sync: boolean): DestinationStream {
  const destination = pino.destination({ dest: 1, sync });
  destination.on("error", () => {});
  return destination;
}

/** Other members of an error may be private: a database's `detail` quotes the row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: String(error) };
  }
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return { type: name, message, code, stack, cause: cause === undefined ? undefined : describeError(cause) };
}

function secretPaths(): string[] {
  const members = [
    ...secretNames.map((name) => ({ top: name, below: `.${name}` })),
    ...secretHeaders.map((name) => ({ top: `["${name}"]`, below: `["${name}"]` })),
  ];
  return members.flatMap(({ top, below }) => [top, `*${below}`, `*.*${below}`, `*.*.*${below}`]);
}

/** `12:03:44 warning: the message (member=value …)`, and an error's message below it. */
function renderLines(destination: DestinationStream): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, err, ...rest } = JSON.parse(line);
      const label = level === "info" ? "" : `${level === "warn" ? "warning" : level}: `;
      const members = Object.entries(rest).map(([name, value]) => `${name}=${renderValue(value)}`);
      const detail = members.length > 0 ? ` (${members.join(" ")})` : "";
      const cause = err ? `\n         ${level === "debug" ? err.stack : err.message}` : "";
      destination.write(`${time.slice(11, 19)} ${label}${msg ?? ""}${detail}${cause}\n`);
    },
  };
}

function renderValue(value: unknown): string {
  return typeof value === "string" && !value.includes(" ") ? value : JSON.stringify(value);
}
