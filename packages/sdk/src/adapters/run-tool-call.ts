import {
  ApiError,
  AuthenticationError,
  BowlineError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  type ToolRunError,
} from "../errors.ts";
import { parseExactJson } from "../parse-exact-json.ts";
import { buildRunError } from "../resources/tools.ts";
import type { CallableToolset } from "./callable-toolset.ts";

/** What the model gets for one of its calls. */
export interface ToolCallResult {
  isError: boolean;
  text: string;
}

const checkFirst = "Check with a tool that only reads before you call it again.";

/** What a model can do about a failure, by its kind. */
const remedies: Record<string, string> = {
  downstreamRefused: "Correct the input and call the tool again, or tell the user why it was refused.",
  downstreamUnavailable: "Do not call it again at once. Tell the user that the application is not available.",
  timeout: `It may have had an effect. ${checkFirst}`,
  authorizationExpired: "Do not call it again. Ask the user to sign in at the application again.",
  missingScope: "Do not call it again. Tell the user that the connection lacks this permission.",
  rateLimited: "Wait before you call a tool of this application again.",
  outputTooLarge: "Call it again and ask for less, for example with a filter or a smaller page.",
  invalidOutput: "The application's response was not understood. Try another tool or tell the user.",
  toolError: "Correct the input and call the tool again, or tell the user why it failed.",
  originChanged: "Do not call it again. Ask the user to check the connection.",
  approvalRequired: "Tell the user. After the approval, make exactly the same call again.",
};

/**
 * Runs one call of a model. A failure becomes text, so that the model can react to it.
 *
 * @param input the input as the model wrote it; JSON text is parsed, with large integers as text, which the server takes
 * @throws the signal's reason when it is aborted
 */
export async function runToolCall(
  toolset: CallableToolset,
  name: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<ToolCallResult> {
  const fields = typeof input === "string" ? parse(input) : input;
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    return fail("The input is not a JSON object. Call the tool again with one.");
  }
  try {
    const response = await toolset
      .execute(name, { fields: fields as Record<string, unknown> }, { signal })
      .withResponse();
    const { isSuccess, output } = response.data;
    return isSuccess
      ? { isError: false, text: writeOutput(output) }
      : fail(describeFailure(buildRunError(response)));
  } catch (error) {
    if (!(error instanceof BowlineError)) {
      throw error;
    }
    return fail(describeError(error));
  }
}

const fail = (text: string): ToolCallResult => ({ isError: true, text });

const writeOutput = (output: unknown): string =>
  typeof output === "string" ? output : JSON.stringify(output ?? null);

function parse(text: string): unknown {
  try {
    return text.trim() === "" ? {} : parseExactJson(text);
  } catch {
    return undefined;
  }
}

function describeFailure({ kind, message }: ToolRunError): string {
  const remedy = kind === null ? undefined : remedies[kind];
  // An application's own message may end anyhow.
  const said = /[.!?…]$/.test(message) ? message : `${message}.`;
  return `The tool failed${kind === null ? "" : ` (${kind})`}: ${said}${remedy === undefined ? "" : ` ${remedy}`}`;
}

const onlyGiven = "Call only tools that you were given.";

function describeError(error: BowlineError): string {
  // The request may have arrived.
  if (error instanceof ConnectionError || error instanceof ServerError) {
    return `It is not known whether the tool ran: ${error.message} ${checkFirst} If nothing can be reached, tell the user.`;
  }
  const said = `The tool was not run: ${dropApiHints(error.message)}`;
  if (!(error instanceof ApiError)) {
    return `${said} ${onlyGiven}`;
  }
  if (error.details.length > 0) {
    const wrong = error.details.map(({ field, issue }) => `${nameInput(field)}: ${issue}`).join("; ");
    return `The tool was not run, because its input is wrong. ${wrong} Correct it and call the tool again.`;
  }
  return `${said} ${findRemedy(error)}`;
}

/** The members of `fields` are what a model sends, without a name for all of them. */
const nameInput = (field: string): string => field.replace(/^fields\./, "");

/** Drops sentences that name an operation of the API, since a model has only its tools. */
const dropApiHints = (message: string): string =>
  message
    .split(/(?<=[.!?…])\s+(?=[A-Z])/)
    .filter((sentence, index) => index === 0 || !/\b(?:GET|POST|PUT|PATCH|DELETE) \/v1\//.test(sentence))
    .join(" ");

function findRemedy(error: ApiError): string {
  if (error instanceof RateLimitError) {
    return `Wait ${error.retryAfter ?? 60} seconds before the next call.`;
  }
  if (error instanceof NotFoundError) {
    return onlyGiven;
  }
  return error instanceof AuthenticationError
    ? "Tell the user that the program's credential is not accepted."
    : "Do not call it again. Tell the user.";
}
