import { hash } from "node:crypto";
import type { AdapterPayload, KoaContextWithOIDC } from "oidc-provider";
import { findRequestAddress } from "../entry/find-request-address.ts";
import { groupAddress } from "../identity/group-address.ts";
import type { StrangerLimits } from "./limit-registrations.ts";

/** Returns what the library keeps of the request for a device's code: the hash of its network address, and no browser's name. */
export const buildDeviceInfo =
  ({ trustedProxies }: Pick<StrangerLimits, "trustedProxies">) =>
  ({ req }: KoaContextWithOIDC): { network: string } => ({
    network: hash("sha256", groupAddress(findRequestAddress(req, trustedProxies) ?? ""), "base64url"),
  });

/** Reads it again, from what the library stores; null for other records. */
export function readNetwork({ deviceInfo }: AdapterPayload): Buffer | null {
  return typeof deviceInfo?.network === "string" ? Buffer.from(deviceInfo.network, "base64url") : null;
}
