import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openTurns } from "@bowline/catalog/open-turns";
import { profilesAtMost } from "../db/people/passwords.ts";

/** As a power of two. Less is for tests only. */
export const recommendedPasswordCost = 15;
/** One of the strengths that OWASP recommends: 32 MB and about a quarter of a second of CPU. */
const recommended = { cost: 2 ** recommendedPasswordCost, blockSize: 8, parallelization: 3 };
const saltBytes = 16;
const keyBytes = 32;
/** How many hashes are computed at once. Node runs them in the threads that also read files and resolve names. */
const atOnce = 2;
const waitingAtMost = 50;

/** More people sign in at once than the server can check. */
export class TooManySignInsError extends Error {
  override readonly name = "TooManySignInsError";
}

/** Makes and checks password hashes, outside of the main thread and a few at a time. */
export interface PasswordHasher {
  /** @throws TooManySignInsError */
  hash(password: string): Promise<string>;
  /**
   * Returns the indexes of the hashes that a password fits. Without any hash it does the work for one. When none fits, it
   * takes the time of as many as an address can have, so that the time does not tell how many there are.
   *
   * @throws TooManySignInsError
   */
  findFitting(password: string, hashes: readonly string[]): Promise<number[]>;
  /** Whether a hash was made with other parameters than hashes are today. */
  isOutdated(hash: string): boolean;
}

interface ParsedHash {
  cost: number;
  blockSize: number;
  parallelization: number;
  salt: Buffer;
  key: Buffer;
}

/**
 * @param strength of new hashes, where it is not the recommended one; stored ones have their own
 * @param now monotonic milliseconds
 */
export function openPasswordHasher(
  strength: Partial<typeof recommended> = {},
  now: () => number = () => performance.now(),
): PasswordHasher {
  const current = { ...recommended, ...strength };
  const inTurn = openTurns(atOnce, checkWaiting);
  const nobody: ParsedHash = { ...current, salt: randomBytes(saltBytes), key: randomBytes(keyBytes) };
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return renderHash({
        ...current,
        salt,
        key: await inTurn(() => deriveKey(password, { ...current, salt })),
      });
    },
    isOutdated(stored) {
      const { cost, blockSize, parallelization } = parseHash(stored);
      return (
        cost !== current.cost ||
        blockSize !== current.blockSize ||
        parallelization !== current.parallelization
      );
    },
    async findFitting(password, hashes) {
      const parsed = hashes.length === 0 ? [nobody] : hashes.map(parseHash);
      const fitting: number[] = [];
      // In one turn: waiting for several turns would also tell how many hashes there are.
      const restMs = await inTurn(async () => {
        const beganMs = now();
        let firstMs = 0;
        for (const [index, stored] of parsed.entries()) {
          const key = await deriveKey(password, stored);
          firstMs ||= now() - beganMs;
          if (timingSafeEqual(key, stored.key) && hashes.length > 0) {
            fitting.push(index);
          }
        }
        return beganMs + profilesAtMost * firstMs - now();
      });
      if (fitting.length === 0) {
        await sleep(Math.max(0, restMs));
      }
      return fitting;
    },
  };
}

/** The same text can be typed as different characters; NFKC makes them one (NIST SP 800-63B §3.1.1.2). */
function deriveKey(password: string, { cost, blockSize, parallelization, salt }: Omit<ParsedHash, "key">) {
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize };
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

const renderHash = ({ cost, blockSize, parallelization, salt, key }: ParsedHash): string =>
  ["scrypt", cost, blockSize, parallelization, salt.toString("base64url"), key.toString("base64url")].join(
    "$",
  );

/** The parameters stand with the hash, so that stronger ones can follow. */
function parseHash(text: string): ParsedHash {
  const [algorithm, cost, blockSize, parallelization, salt = "", key = ""] = text.split("$");
  if (algorithm !== "scrypt") {
    throw new Error("A stored password is of an unknown kind.");
  }
  return {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

function checkWaiting(count: number): void {
  if (count >= waitingAtMost) {
    throw new TooManySignInsError("Too many people sign in at once.");
  }
}
