import { hash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { countTry, forgetTries, takeTryBack } from "../db/sign-in-tries.ts";

/** Wrong tries in a window (decisions D59b). */
const triesPerPerson = 10;
const triesPerAddress = 20;
const windowSeconds = 15 * 60;

/** A try that was allowed and counted. */
export interface AllowedTry {
  kind: "allowed";
  /** It was a right one: the person's count begins anew, and the network address gets its try back. */
  forgive(): Promise<void>;
}

export interface RefusedTry {
  kind: "throttled";
  retryAfterSeconds: number;
}

/**
 * Counts a try to sign in before the password is looked at, so that many at once are counted, too. The counts are in the database:
 * there they hold for all servers, and beside the work for a password they cost little.
 *
 * @param email as it was typed; whether anybody has it makes no difference
 * @param address the network address that the try comes from; null: unknown
 */
export async function takeTry(
  db: Kysely<Schema>,
  email: string,
  address: string | null,
): Promise<AllowedTry | RefusedTry> {
  const personHash = hashCounted(`person:${email.trim().toLowerCase()}`);
  const addressHash = address === null ? null : hashCounted(`address:${groupAddress(address)}`);
  const ofPerson = await countTry(db, personHash, windowSeconds);
  if (ofPerson.tries > triesPerPerson) {
    return { kind: "throttled", retryAfterSeconds: ofPerson.secondsLeft };
  }
  const ofAddress = addressHash === null ? null : await countTry(db, addressHash, windowSeconds);
  if (ofAddress !== null && ofAddress.tries > triesPerAddress) {
    // Nobody's account is locked by an address that may not try.
    await takeTryBack(db, personHash);
    return { kind: "throttled", retryAfterSeconds: ofAddress.secondsLeft };
  }
  return {
    kind: "allowed",
    async forgive() {
      await forgetTries(db, personHash);
      if (addressHash !== null) {
        await takeTryBack(db, addressHash);
      }
    },
  };
}

const hashCounted = (text: string): Buffer => hash("sha256", text, "buffer");

/** A household has 2⁶⁴ addresses of version 6, so its network is counted. */
function groupAddress(address: string): string {
  if (!ipaddr.isValid(address)) {
    return address;
  }
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
