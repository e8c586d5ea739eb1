import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import type { AddressRule } from "./address-rules.ts";

/** A host name or an address may not be called. */
export class AddressRefusedError extends Error {
  override name = "AddressRefusedError";
}

/**
 * Resolves names for new connections and returns only addresses that may be called. The socket connects to one of these
 * addresses, so a name that changes between check and connection (DNS rebinding) has no effect.
 *
 * Concurrent lookups of one name share one query. `getaddrinfo` has four threads for the whole process, and a name that is slow
 * to resolve must not occupy them all.
 */
export function openGuardedLookup(isAllowed: AddressRule): LookupFunction {
  const underway = new Map<string, Promise<LookupAddress[]>>();
  const resolve = (hostname: string): Promise<LookupAddress[]> => {
    const running = underway.get(hostname);
    if (running !== undefined) {
      return running;
    }
    const query = resolveAll(hostname).finally(() => underway.delete(hostname));
    underway.set(hostname, query);
    return query;
  };

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

function resolveAll(hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}
