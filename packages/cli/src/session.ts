import { Bowline } from "@bowline/sdk";
import { findTarget, type Target } from "./config/find-credential.ts";
import { NotSignedInError } from "./errors.ts";
import { Output } from "./output/output.ts";
import { withSpinner } from "./output/spinner.ts";

/** The options that every command has. */
export interface GlobalOptions {
  json?: boolean;
  profile?: string;
}

/** What a command works with. */
export interface Session {
  output: Output;
  target: Target;
  /** Whether a person can be asked. */
  isInteractive: boolean;
  /** @throws NotSignedInError */
  bowline(): Bowline;
  /** Waits, and shows that something is running. */
  wait<Result>(text: string, work: () => PromiseLike<Result> | Result): Promise<Result>;
}

export async function openSession(options: GlobalOptions): Promise<Session> {
  const { env, stdin, stdout, stderr } = process;
  const target = await findTarget(env, options.profile);
  const isQuiet = isSet(env.CI) || isSet(env.NO_COLOR);
  const hasTerminal = stdin.isTTY === true && stderr.isTTY === true;
  let client: Bowline | undefined;
  return {
    output: new Output(options.json === true, stdout.isTTY === true),
    target,
    isInteractive: hasTerminal && !isQuiet && options.json !== true,
    bowline: () => {
      client ??= openClient(target);
      return client;
    },
    wait: (text, work) => withSpinner(stderr.isTTY === true && !isQuiet, text, work),
  };
}

function openClient({ url, profileName, credential }: Target): Bowline {
  if (credential === null) {
    throw new NotSignedInError(
      `You are not signed in at ${url}. Run \`bowline login\`, or set BOWLINE_API_KEY.`,
    );
  }
  if ("apiKey" in credential) {
    return new Bowline({ baseUrl: url, apiKey: credential.apiKey });
  }
  return new Bowline({
    baseUrl: url,
    token: async () => {
      const { findFreshToken } = await import("./auth/fresh-token.ts");
      return await findFreshToken(url, profileName, credential.tokens);
    },
  });
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== "" && value !== "false";
