import type { HeldBack } from "../../execution/execution-request.ts";
import type { Failure } from "../../runtimes/outcome.ts";

/** Says what to do about a failed call (decisions D63). Null: there is no general advice. */
export function describeWayOut(
  { kind, signInUrl, question }: Pick<Failure | HeldBack, "kind" | "signInUrl" | "question">,
  connectionId: number | null,
): string | null {
  if (question !== undefined) {
    return "This client cannot do what the tool asks for. Tell the user, or use another tool.";
  }
  const connection = connectionId === null ? "the connection" : `connection ${connectionId}`;
  switch (kind) {
    case "authorizationExpired":
      return signInUrl === undefined
        ? `Ask the user to renew ${connection} with new credentials, then try again.`
        : `Ask the user to open ${signInUrl} and try again afterward.`;
    case "missingScope":
      return `Ask the user to renew ${connection} with the permission that is missing.`;
    case "originChanged":
      return `Ask the user to confirm the new address of ${connection}.`;
    case "rateLimited":
      return "Wait, then try again.";
    case "timeout":
    case "downstreamUnavailable":
      return "Try again later. If the tool changes something, check first whether it already did.";
    case "outputTooLarge":
      return "Ask for less, such as a smaller page.";
    default:
      return null;
  }
}
