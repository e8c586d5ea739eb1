import type { Kysely } from "kysely";
import { type Redemption, settleArtefact } from "../db/authorization/oauth-artefacts.ts";
import type { Schema } from "../db/schema.ts";

interface TrackedRequest {
  /** Milliseconds of `performance.now()`. */
  beganMs: number;
  redemptions: Redemption[];
}

/**
 * The redemptions of codes and refresh tokens. To the library one that comes again means theft: it ends the grant (RFC 9700 §4.14.2). A
 * client that sends a token twice at once is no thief: the second request is refused, and the grant goes on. What is at once holds
 * among all processes, since the end of a redemption is stored. A request is keyed by the context of the library's framework.
 */
export interface Redemptions {
  /** Handles a request, and settles what it has redeemed. False: another one has redeemed it, so the response must not be sent. */
  track(context: object, handle: () => Promise<void>): Promise<boolean>;
  keep(context: object | undefined, redemption: Redemption): void;
  /**
   * Whether a used code or token comes again: its redemption was over when this request began.
   *
   * @param settledMsAgo null: the redemption is not over
   */
  isReplay(context: object | undefined, settledMsAgo: number | null): boolean;
}

export function openRedemptions(db: Kysely<Schema>): Redemptions {
  const requests = new WeakMap<object, TrackedRequest>();
  const find = (context: object | undefined) => (context === undefined ? undefined : requests.get(context));
  return {
    async track(context, handle) {
      const request: TrackedRequest = { beganMs: performance.now(), redemptions: [] };
      requests.set(context, request);
      await handle();
      const settled = await Promise.all(
        request.redemptions.map((redemption) => settleArtefact(db, redemption)),
      );
      return settled.every(Boolean);
    },
    keep(context, redemption) {
      find(context)?.redemptions.push(redemption);
    },
    isReplay(context, settledMsAgo) {
      const request = find(context);
      const ageMs = request === undefined ? 0 : performance.now() - request.beganMs;
      return settledMsAgo !== null && settledMsAgo >= ageMs;
    },
  };
}
