import { createHash, randomBytes } from "node:crypto";

/** How long an invitation can be accepted. */
export const invitationDays = 7;

/** 256 random bits, fit for an address. */
export const createInvitationToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a token. */
export const hashInvitationToken = (token: string): Buffer => createHash("sha256").update(token).digest();
