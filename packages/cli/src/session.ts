import { Bowline } from "@bowline/sdk";
import { findTarget, type Target } from "./config/find-credential.ts";
import { NotSignedInError } from "./errors.ts";
import { Output } from "./output/output.ts";
import { withSpinner } from "./output/spinner.ts";

/** The options that every command has. */
export interface GlobalOptions {
  json?: boolean;
  profile?: string;
  /** Seconds. */
  timeout?: number;
}

/** What a command works with. */
export interface Session {
  output: Output;
  target: Target;
  /** Whether a person can be asked. */
  isInteractive: boolean;
  /** The wait of `--timeout` in milliseconds; undefined without it. */
  timeoutMs: number | undefined;
  /** @throws NotSignedInError */
  bowline(): Bowline;
  /** Waits, and shows that something is running. */
  wait<Result>(
    text: string,
    work: (show: (text: string) => void) => PromiseLike<Result> | Result,
  ): Promise<Result>;
}

/** @param find how the server and the credential are found */
export async function openSession(options: GlobalOptions, find = findTarget): Promise<Session> {
  const { env, stdin, stdout, stderr } = process;
  const target = await find(env, options.profile);
  const isQuiet = isSet(env.CI);
  const hasTerminal = stdin.isTTY === true && stderr.isTTY === true;
  const timeoutMs = options.timeout === undefined ? undefined : options.timeout * 1000;
  let client: Bowline | undefined;
  return {
    output: new Output(options.json === true, stdout.isTTY === true),
    target,
    isInteractive: hasTerminal && !isQuiet && options.json !== true,
    timeoutMs,
    bowline: () => {
      client ??= openClient(target, timeoutMs);
      return client;
    },
    wait: (text, work) => withSpinner(stderr.isTTY === true && !isQuiet, text, work),
  };
}

function openClient(
  { url, profileName, credential, isTyped }: Target,
  timeoutMs: number | undefined,
): Bowline {
  const settings = { baseUrl: url, timeoutMs };
  if (credential === null) {
    const isNamed = profileName !== "default";
    const otherWay = isTyped ? "leave --profile out and set BOWLINE_API_KEY" : "set BOWLINE_API_KEY";
    throw new NotSignedInError(
      `You are not signed in at ${url}${isNamed ? ` with the profile ${profileName}` : ""}. Run \`bowline login${isNamed ? ` --profile ${profileName}` : ""}\`, or ${otherWay}.`,
    );
  }
  if ("apiKey" in credential) {
    return new Bowline({ ...settings, apiKey: credential.apiKey });
  }
  const { tokens } = credential;
  let findToken: ((refused: string | undefined) => Promise<string>) | undefined;
  return new Bowline({
    ...settings,
    token: async ({ refused }) => {
      const { keepFresh } = await import("./auth/fresh-token.ts");
      findToken ??= keepFresh({ url, profileName, resource: "/v1" }, tokens);
      return await findToken(refused);
    },
  });
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== "" && value !== "false";
