import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { CallGate } from "../turns/call-gate.ts";
import { takeTurn } from "../turns/take-turn.ts";
import type { AddressRule } from "./address-rules.ts";

/** A host name or an address may not be called. */
export class AddressRefusedError extends Error {
  override name = "AddressRefusedError";
}

/**
 * `getaddrinfo` has half of libuv's threads, which are 16 (`scripts/node-options.mjs`), for the whole process. Six of these eight are for
 * names that callers choose, four of them at most for those of one site.
 */
const maxRunning = 4;
const maxWaiting = 1000;
/** RFC 8767 §5: what is known goes on when the name's servers do not respond. */
const staleAfterMs = 1000;
const keptNames = 4096;
const keptMs = 60 * 60 * 1000;

interface LookupOptions {
  /** A lookup that has not begun by then fails. */
  maxWaitMs: number;
  /** For tests. */
  resolveAll?: (hostname: string) => Promise<LookupAddress[]>;
}

/**
 * Resolves names for new connections and returns only addresses that may be called. The socket connects to one of these
 * addresses, so a name that changes between check and connection (DNS rebinding) has no effect.
 *
 * A name whose servers do not respond holds a thread for 20 seconds or more, which nothing ends, and anybody can make up such names. So
 * concurrent lookups of one name share one query, sites take turns, and a name that was found in the last hour does not wait.
 */
export function openGuardedLookup(
  isAllowed: AddressRule,
  { maxWaitMs, resolveAll = askSystem }: LookupOptions,
): LookupFunction {
  const gate = new CallGate<string>(maxRunning, maxWaiting);
  const underway = new Map<string, Promise<LookupAddress[]>>();
  const found = new LRUCache<string, LookupAddress[]>({ max: keptNames, ttl: keptMs });

  async function resolveInTurn(hostname: string): Promise<LookupAddress[]> {
    const site = findSite(hostname);
    if ((await takeTurn(gate, site, AbortSignal.timeout(maxWaitMs))) !== true) {
      throw Object.assign(new Error("Too many names are being resolved."), { code: "EAI_AGAIN" });
    }
    try {
      const addresses = await resolveAll(hostname);
      found.set(hostname, addresses);
      return addresses;
    } finally {
      gate.leave(site);
    }
  }

  function resolve(hostname: string): Promise<LookupAddress[]> {
    const query = underway.get(hostname) ?? resolveInTurn(hostname).finally(() => underway.delete(hostname));
    underway.set(hostname, query);
    const known = found.get(hostname);
    return known === undefined
      ? query
      : Promise.race([query, delay(staleAfterMs, known, { ref: false })]).catch((error) => {
          if (error.code === "EAI_AGAIN") {
            return known;
          }
          throw error;
        });
  }

  return (hostname, options, callback) => {
    const refuse = (error: NodeJS.ErrnoException) => callback(error, "", 0);
    resolve(hostname).then((addresses) => {
      const allowed = addresses.filter(
        ({ address, family }) => isAllowed(address) && (!options.family || options.family === family),
      );
      const [first] = allowed;
      if (first === undefined) {
        refuse(new AddressRefusedError("the name resolves to an address that is not public"));
      } else if (options.all) {
        callback(null, allowed);
      } else {
        callback(null, first.address, first.family);
      }
    }, refuse);
  };
}

/** `www.example.com` belongs to `example.com`, and `www.example.co.uk` to `example.co.uk`. */
function findSite(hostname: string): string {
  const labels = hostname.toLowerCase().split(".").filter(Boolean);
  const hasLongEnd = /^(?:ac|co|com|edu|go|gov|ne|net|or|org)\.[a-z]{2}$/.test(labels.slice(-2).join("."));
  return labels.slice(hasLongEnd ? -3 : -2).join(".");
}

function askSystem(hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}
