import type { Caller } from "../db/callers.ts";
import type { Rows } from "../db/rows.ts";
import type { LastUsed } from "../history/last-used.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { authenticate, type PresentedCredentials } from "./authenticate.ts";
import { chargeBudgets } from "./charge-budgets.ts";

/** What the door needs of the server. */
export interface EntryParts {
  rows: Pick<Rows, "callers">;
  limiter: RateLimiter;
  lastUsed: Pick<LastUsed, "noteApiKey">;
  clock: () => number;
}

/**
 * The one way in, for every protocol: finds the caller (401) and charges the call to the company's budgets (429), in that order
 * (decisions D3). What the caller may then do is checked with `authorize`.
 *
 * @param isSearch whether the search budgets are charged, too
 * @param headers response headers about the budgets are added here, also when the call is refused
 * @throws ApiError `UNAUTHORIZED`, `RATE_LIMIT_EXCEEDED`
 */
export async function enter(
  { rows, limiter, lastUsed, clock }: EntryParts,
  presented: PresentedCredentials,
  isSearch: boolean,
  headers: Record<string, string>,
): Promise<Caller> {
  const caller = await authenticate(rows.callers, clock, presented);
  if (caller.credential.apiKeyId !== null) {
    lastUsed.noteApiKey(caller.credential.apiKeyId);
  }
  await chargeBudgets(limiter, caller.companyId, isSearch, headers);
  return caller;
}
