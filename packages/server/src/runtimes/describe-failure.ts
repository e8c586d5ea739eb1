import { findDownstreamMessage } from "./downstream-message.ts";
import type { FailureKind } from "./outcome.ts";

const maxLocation = 200;

/** What a status other than 2xx means for the caller (decisions D33). */
export function describeFailure(
  status: number,
  headers: Readonly<Record<string, string>>,
  output: unknown,
): { kind: FailureKind; message: string } {
  const own = findDownstreamMessage(output);
  const kind = classify(status, headers, own, output);
  const said = own === null ? "." : `: ${own}`;
  return { kind, message: `${introduce(kind, status, headers)}${said}` };
}

function classify(
  status: number,
  headers: Readonly<Record<string, string>>,
  own: string | null,
  output: unknown,
): FailureKind {
  switch (status) {
    case 401:
      return "authorizationExpired";
    case 403:
      return classifyForbidden(headers, own, output);
    case 429:
      return "rateLimited";
    case 408:
    case 504:
      return "timeout";
    case 502:
    case 503:
      return "downstreamUnavailable";
    default:
      return "downstreamRefused";
  }
}

const scopeWords =
  /insufficient[_ ]scope|scope[_ ]insufficient|missing[_ ]scope|\b(?:requires?|required|missing|insufficient|lacks?|needs?)\b[^.]{0,60}\bscopes?\b|\bscopes?\b[^.]{0,40}\b(?:required|missing|insufficient|needed|not granted)\b/i;

/** Some applications report a rate limit with 403 (GitHub's secondary limits). */
function classifyForbidden(
  headers: Readonly<Record<string, string>>,
  own: string | null,
  output: unknown,
): FailureKind {
  if (headers["x-ratelimit-remaining"] === "0" || /\brate limit/i.test(own ?? "")) {
    return "rateLimited";
  }
  const wording = `${headers["www-authenticate"] ?? ""} ${own ?? ""} ${excerpt(output)}`;
  return scopeWords.test(wording) ? "missingScope" : "downstreamRefused";
}

function excerpt(output: unknown): string {
  const text = typeof output === "string" ? output : JSON.stringify(output);
  return text.slice(0, 2000);
}

/** @param status null when the status was one of success, and the failure is in the body */
export function introduce(
  kind: FailureKind,
  status: number | null,
  headers: Readonly<Record<string, string>>,
): string {
  const shown = status === null ? "" : ` (${status})`;
  switch (kind) {
    case "authorizationExpired":
      return `The application refused the connection's credentials${shown}`;
    case "missingScope":
      return `The connection's credentials lack a permission that this tool needs${shown}`;
    case "rateLimited": {
      const facts = [status, retryHint(headers)].filter((fact) => fact !== null);
      return `The application's rate limit is used up${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
    }
    default:
      if (status === null) {
        return "The application reported a failure";
      }
      return status >= 300 && status < 400 && status !== 304
        ? `The application returned a redirect that is not followed (${status}${redirectHint(headers)})`
        : `The application returned ${status}`;
  }
}

/** The address, without its query: often it shows that the connection's own address lacks `https` or a slash. */
function redirectHint({ location = "" }: Readonly<Record<string, string>>): string {
  const target = location
    .replace(/[?#].*$/s, "")
    .replace(/\/\/[^/]*@/, "//")
    .slice(0, maxLocation);
  return target === "" ? "" : ` to ${target}`;
}

function retryHint(headers: Readonly<Record<string, string>>): string | null {
  const seconds = headers["retry-after"];
  return seconds !== undefined && /^\d{1,6}$/.test(seconds) ? `try again in ${seconds} s` : null;
}
