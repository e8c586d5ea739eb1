import type { IncomingMessage, ServerResponse } from "node:http";
import type { Kysely } from "kysely";
import { makeRoomForClient } from "../db/authorization/registered-clients.ts";
import type { Schema } from "../db/schema.ts";
import { findRequestAddress } from "../entry/find-request-address.ts";
import { countRequest } from "../identity/sign-in-limits.ts";
import { describeMinutes } from "../limits/describe-minutes.ts";
import type { Logger } from "../log/logger.ts";
import { hashNetwork } from "./stranger-network.ts";

/** What limits on strangers need. */
export interface StrangerLimits {
  db: Kysely<Schema>;
  /** CIDRs of proxies whose `x-forwarded-for` is believed. */
  trustedProxies: readonly string[];
  /** Per hour and network address; 0: no limit. */
  rateRegistration: number;
}

/** Why a registration is refused. */
interface RefusedRegistration {
  reason: string;
  retryAfterSeconds: number;
}

const fullSeconds = 600;

/**
 * Lets a registration pass, or responds to it: to the question of a browser before it, since programs that run there register themselves,
 * too, and to one that is too many.
 */
export async function admitRegistration(
  { limits, log }: { limits: StrangerLimits; log: Logger },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  response.setHeader("access-control-allow-origin", "*");
  if (request.method === "OPTIONS") {
    response.writeHead(204, {
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "content-type",
      "access-control-max-age": "3600",
    });
    response.end();
    return false;
  }
  const refused = request.method === "POST" ? await countRegistration(limits, request) : null;
  if (refused !== null) {
    log.warn({ reason: refused.reason }, "a registration of a client was refused");
    request.resume();
    sendRefusedRegistration(response, refused);
  }
  return refused === null;
}

/** Counts a registration. Anybody can register clients, so an address has a rate, and all together a bound. Null: it may go on. */
async function countRegistration(
  { db, trustedProxies, rateRegistration }: StrangerLimits,
  request: IncomingMessage,
): Promise<RefusedRegistration | null> {
  const address = findRequestAddress(request, trustedProxies);
  if (rateRegistration > 0 && address !== null) {
    const refused = await countRequest(db, "registration", address, rateRegistration);
    if (refused !== null) {
      const { retryAfterSeconds } = refused;
      return {
        reason: `Too many clients were registered from this network address. Try again in ${describeMinutes(retryAfterSeconds)}.`,
        retryAfterSeconds,
      };
    }
  }
  return (await makeRoomForClient(db, hashNetwork(request, trustedProxies)))
    ? null
    : {
        reason: "Too many clients were registered from this network in the last hour. Try again later.",
        retryAfterSeconds: fullSeconds,
      };
}

/**
 * Counts a client's document that is read for a network address. Those that were read lately need not be read again.
 *
 * @returns why it is not read; null: it may be
 */
export async function countDocument(
  { db, trustedProxies, rateRegistration }: StrangerLimits,
  request: IncomingMessage,
): Promise<string | null> {
  const address = findRequestAddress(request, trustedProxies);
  const refused =
    rateRegistration > 0 && address !== null
      ? await countRequest(db, "client document", address, rateRegistration)
      : null;
  return (
    refused &&
    `too many programs were looked up for this network address. Try again in ${describeMinutes(refused.retryAfterSeconds)}`
  );
}

function sendRefusedRegistration(
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
