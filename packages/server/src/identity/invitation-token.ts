import { createHash, randomBytes } from "node:crypto";

/** How long an invitation can be accepted. */
export const invitationDays = 7;

/** Creates 256 random bits as text for a URL. */
export const createInvitationToken = (): string => randomBytes(32).toString("base64url");

/** Hashes a token for storage. */
export const hashInvitationToken = (token: string): Buffer => createHash("sha256").update(token).digest();
