import type { IncomingMessage, ServerResponse } from "node:http";
import type { Kysely } from "kysely";
import { makeRoomForClient } from "../db/authorization/registered-clients.ts";
import type { Schema } from "../db/schema.ts";
import { findRequestAddress } from "../entry/find-request-address.ts";
import { countRequest } from "../identity/sign-in-limits.ts";

/** What limits strangers needs. */
export interface StrangerLimits {
  db: Kysely<Schema>;
  /** CIDRs of proxies whose `x-forwarded-for` is believed. */
  trustedProxies: readonly string[];
  /** Per hour and network address; 0: no limit. */
  rateRegistration: number;
}

/** Why a registration is refused. */
export interface RefusedRegistration {
  reason: string;
  retryAfterSeconds: number;
}

const fullSeconds = 600;

/** Counts a registration. Anybody can register clients, so an address has a rate, and all together a bound. */
export async function refuseRegistration(
  { db, trustedProxies, rateRegistration }: StrangerLimits,
  request: IncomingMessage,
): Promise<RefusedRegistration | null> {
  const address = findRequestAddress(request, trustedProxies);
  if (rateRegistration > 0 && address !== null) {
    const refused = await countRequest(db, "registration", address, rateRegistration);
    if (refused !== null) {
      const { retryAfterSeconds } = refused;
      const minutes = Math.ceil(retryAfterSeconds / 60);
      return {
        reason: `Too many clients were registered from this network address. Try again in ${minutes} minutes.`,
        retryAfterSeconds,
      };
    }
  }
  return (await makeRoomForClient(db))
    ? null
    : {
        reason: "Too many clients were registered in the last hour. Try again later.",
        retryAfterSeconds: fullSeconds,
      };
}

export function sendRefusedRegistration(
  response: ServerResponse,
  { reason, retryAfterSeconds }: RefusedRegistration,
): void {
  response.writeHead(429, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "retry-after": String(retryAfterSeconds),
  });
  response.end(JSON.stringify({ error: "temporarily_unavailable", error_description: reason }));
}
