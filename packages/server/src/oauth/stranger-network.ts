import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AdapterPayload, KoaContextWithOIDC } from "oidc-provider";
import { findRequestAddress } from "../entry/find-request-address.ts";
import { groupSite } from "../identity/group-address.ts";

/** The hash of the network that a request comes from, whose share of what strangers may store it takes. */
export const hashNetwork = (request: IncomingMessage, trustedProxies: readonly string[]): Buffer =>
  hash("sha256", groupSite(findRequestAddress(request, trustedProxies) ?? ""), "buffer");

/** Returns what the library keeps of the request for a device's code: the hash of its network, and no browser's name. */
export const buildDeviceInfo =
  ({ trustedProxies }: { trustedProxies: readonly string[] }) =>
  ({ req }: KoaContextWithOIDC): { network: string } => ({
    network: hashNetwork(req, trustedProxies).toString("base64url"),
  });

/** Reads it again, from what the library stores; null for other records. */
export function readNetwork({ deviceInfo }: AdapterPayload): Buffer | null {
  return typeof deviceInfo?.network === "string" ? Buffer.from(deviceInfo.network, "base64url") : null;
}
