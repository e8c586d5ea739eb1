import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** Creates the secret token of a link, a cookie or a form: 256 random bits in base64url. */
export const createToken = (): string => randomBytes(32).toString("base64url");

const tokenForm = /^[\w-]{43}$/;

/** Whether a text has the form of a token, so that other texts cost no query. */
export const isToken = (text: string): boolean => tokenForm.test(text);

/** Hashes a token with SHA-256. Only the hash is stored; 256 random bits need no slow one. */
export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** Compares two tokens in a time that does not tell where they differ. */
export function isSameToken(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
