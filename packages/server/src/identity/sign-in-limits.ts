import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { listBrowserPeople } from "../db/people/known-browsers.ts";
import { countTry, forgetTries, takeTryBack } from "../db/people/sign-in-tries.ts";
import type { Schema } from "../db/schema.ts";
import { groupAddress } from "./group-address.ts";

/** Wrong tries in a window (decisions D59b). */
const triesPerPerson = 10;
const triesPerAddress = 20;
const triesPerBrowser = 10;
const windowSeconds = 15 * 60;
const requestWindowSeconds = 60 * 60;

/** A try that was allowed and counted. */
export interface AllowedTry {
  kind: "allowed";
  /** It was a right one: the count of the person or the browser begins anew, and the network address gets its try back. */
  forgive(): Promise<void>;
}

/** A try to sign in that was allowed and counted. Several people may have its e-mail address. */
export interface AllowedSignIn extends Omit<AllowedTry, "forgive"> {
  /** The only people whose passwords may be tried; null: all with the address. */
  userIds: readonly number[] | null;
  /**
   * It was a right one, as `AllowedTry` says.
   *
   * @param isForAll it was right for everybody with the address. Else their count goes on: one of them could guess another's password
   */
  forgive(isForAll: boolean): Promise<void>;
}

export interface RefusedTry {
  kind: "throttled";
  retryAfterSeconds: number;
}

/** Where a try to sign in comes from. */
export interface TrySource {
  /** The network address; null: unknown. */
  address: string | null;
  /** The hash of the browser's own cookie; null: it has none. */
  browserHash: Buffer | null;
}

/**
 * Counts a try to sign in before the password is looked at, so that many at once are counted, too. The counts are in the database:
 * there they hold for all servers, and beside the work for a password they cost little.
 *
 * A browser that the person has signed in with before has a budget of its own: strangers who try the person's address do not shut the person
 * out (OWASP, "Slow down online guessing attacks with device cookies"). When the other budgets are used up, it opens only
 * the profiles of people who have signed in there.
 *
 * @param email as it was typed; whether anybody has it makes no difference
 */
export async function takeTry(
  db: Kysely<Schema>,
  email: string,
  { address, browserHash }: TrySource,
): Promise<AllowedSignIn | RefusedTry> {
  const person = email.trim().toLowerCase();
  const personHash = hashCounted(`person:${person}`);
  const addressHash = address === null ? null : hashCounted(`address:${groupAddress(address)}`);
  // PostgreSQL refuses texts with NUL.
  const known =
    browserHash !== null && !person.includes("\0") ? await listBrowserPeople(db, browserHash, person) : [];
  const ownHash =
    browserHash !== null && known.length > 0
      ? hashCounted(`browser:${browserHash.toString("hex")}:${person}`)
      : null;
  const own = ownHash === null ? null : await countTry(db, ownHash, windowSeconds);
  if (own !== null && own.tries > triesPerBrowser) {
    return { kind: "throttled", retryAfterSeconds: own.secondsLeft };
  }
  const ofPerson = await countTry(db, personHash, windowSeconds);
  const isPersonUsedUp = ofPerson.tries > triesPerPerson;
  if (own === null && isPersonUsedUp) {
    return { kind: "throttled", retryAfterSeconds: ofPerson.secondsLeft };
  }
  const ofAddress = addressHash === null ? null : await countTry(db, addressHash, windowSeconds);
  const isAddressUsedUp = ofAddress !== null && ofAddress.tries > triesPerAddress;
  if (own === null && isAddressUsedUp) {
    // Nobody's account is locked by an address that may not try.
    await takeTryBack(db, personHash);
    return { kind: "throttled", retryAfterSeconds: ofAddress.secondsLeft };
  }
  return {
    kind: "allowed",
    userIds: isPersonUsedUp || isAddressUsedUp ? known : null,
    async forgive(isForAll) {
      if (ownHash !== null) {
        await forgetTries(db, ownHash);
      }
      if (ownHash === null && isForAll) {
        await forgetTries(db, personHash);
      } else {
        await takeTryBack(db, personHash);
      }
      if (addressHash !== null) {
        await takeTryBack(db, addressHash);
      }
    },
  };
}

/** Counts a try to change the password by a person who is signed in. Strangers cannot use this budget up. */
export async function takeChangeTry(db: Kysely<Schema>, userId: number): Promise<AllowedTry | RefusedTry> {
  const countedHash = hashCounted(`change:${userId}`);
  const { tries, secondsLeft } = await countTry(db, countedHash, windowSeconds);
  return tries > triesPerPerson
    ? { kind: "throttled", retryAfterSeconds: secondsLeft }
    : { kind: "allowed", forgive: () => forgetTries(db, countedHash) };
}

/**
 * Counts a request of a network address, for what anybody may ask.
 *
 * @param kind what is counted apart
 * @returns null while there are not more than `most` in an hour, else how long the address has to wait
 */
export async function countRequest(
  db: Kysely<Schema>,
  kind: "registration" | "client document",
  address: string,
  most: number,
): Promise<RefusedTry | null> {
  const countedHash = hashCounted(`${kind}:${groupAddress(address)}`);
  const { tries, secondsLeft } = await countTry(db, countedHash, requestWindowSeconds);
  return tries > most ? { kind: "throttled", retryAfterSeconds: secondsLeft } : null;
}

/** Counts a try to type the code of a device (RFC 8628 §5.1). */
export async function takeUserCodeTry(db: Kysely<Schema>, address: string): Promise<AllowedTry | RefusedTry> {
  const countedHash = hashCounted(`user code:${groupAddress(address)}`);
  const { tries, secondsLeft } = await countTry(db, countedHash, windowSeconds);
  return tries > triesPerAddress
    ? { kind: "throttled", retryAfterSeconds: secondsLeft }
    : { kind: "allowed", forgive: () => takeTryBack(db, countedHash) };
}

const hashCounted = (text: string): Buffer => hash("sha256", text, "buffer");
