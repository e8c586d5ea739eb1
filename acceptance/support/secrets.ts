import { randomBytes } from "node:crypto";

const planted = /canary-[a-z]+-[0-9a-f]{24}/i;
const apiKey = /bwl_[0-9A-Za-z]{38}/;

/** Creates a secret that no response may contain. Every response of every test is searched for it, in all processes. */
export function plantSecret(label: string): string {
  return `canary-${label.toLowerCase().replaceAll(/[^a-z]/g, "")}-${randomBytes(12).toString("hex")}`;
}

/** The first planted secret in the text, plain or in base64; else null. */
export function findSecret(text: string): string | null {
  const clear = planted.exec(text);
  if (clear) {
    return clear[0];
  }
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{40,}={0,2}/g)) {
    const decoded = [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), "base64").toString("latin1"));
    const found = decoded.map((candidate) => planted.exec(candidate)).find((match) => match !== null);
    if (found) {
      return found[0];
    }
  }
  return null;
}

/** The first Bowline API key in the text, else null. */
export function findApiKey(text: string): string | null {
  return apiKey.exec(text)?.[0] ?? null;
}
