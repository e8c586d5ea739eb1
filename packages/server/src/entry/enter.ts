import { type AtHand, goOn } from "../at-hand.ts";
import type { Caller } from "../db/people/callers.ts";
import type { LastUsed } from "../history/last-used.ts";
import { oneCall, oneSearch, type RateLimiter } from "../limits/rate-limiter.ts";
import { type AuthenticationParts, authenticate, type PresentedCredentials } from "./authenticate.ts";
import { chargeBudgets } from "./charge-budgets.ts";

/** What the subjects of a grant's tokens begin with. */
const grantSubject = "grant:";

/** The parts of the server that `enter` uses. */
export interface EntryParts extends IdentifyParts {
  limiter: RateLimiter;
}

/** The parts of the server that `identify` uses. */
export interface IdentifyParts extends AuthenticationParts {
  lastUsed: Pick<LastUsed, "noteApiKey" | "noteGrant">;
}

/**
 * Admits a request of any protocol: finds the caller (401), then charges the call to the company's budgets (429) (decisions D3).
 * `authorize` then checks what the caller may do.
 *
 * @param isSearch whether the search budgets are charged too
 * @param headers gets the response headers about the budgets, also when the call is refused
 * @throws ApiError `UNAUTHORIZED`, `RATE_LIMIT_EXCEEDED`
 */
export function enter(
  parts: EntryParts,
  presented: PresentedCredentials,
  isSearch: boolean,
  headers: Record<string, string>,
): AtHand<Caller> {
  return goOn(authenticate(parts, presented), (caller) => admit(parts, caller, isSearch, headers));
}

function admit(
  parts: EntryParts,
  caller: Caller,
  isSearch: boolean,
  headers: Record<string, string>,
): AtHand<Caller> {
  noteUse(parts, caller);
  return goOn(
    chargeBudgets(parts.limiter, caller.companyId, isSearch ? oneSearch : oneCall, headers),
    () => caller,
  );
}

/**
 * Finds the caller. A door that must read a request to know its charge calls this first and `chargeBudgets` afterward.
 *
 * @throws ApiError `UNAUTHORIZED`
 */
export async function identify(parts: IdentifyParts, presented: PresentedCredentials): Promise<Caller> {
  const caller = await authenticate(parts, presented);
  noteUse(parts, caller);
  return caller;
}

function noteUse({ lastUsed }: IdentifyParts, { credential }: Caller): void {
  if (credential.apiKeyId !== null) {
    lastUsed.noteApiKey(credential.apiKeyId);
  }
  if (credential.tokenSubject?.startsWith(grantSubject)) {
    lastUsed.noteGrant(credential.tokenSubject.slice(grantSubject.length));
  }
}
