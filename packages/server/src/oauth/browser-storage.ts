import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { AdapterPayload, KoaContextWithOIDC } from "oidc-provider";
import { buildPath } from "../build-path.ts";
import { isSecure } from "../identity/session-cookie.ts";
import { serverOwnerId, type Vault } from "../vault/vault.ts";
import { VaultError } from "../vault/vault-error.ts";

/** What the library keeps of a browser before anybody has signed in. */
export type BrowserModel = "Interaction" | "Session";

/** Reads a cookie of a request by its name. */
export type ReadCookie = (name: string) => string | undefined;

/**
 * Stores records of the library in the browser that they belong to, sealed, in cookies. Anybody can make such records, so none of them may
 * cost the database anything (decisions D56a).
 */
export interface BrowserStorage {
  keep(ctx: KoaContextWithOIDC, model: BrowserModel, id: string, payload: AdapterPayload): Promise<void>;
  /** Undefined when the browser has no such record, or it has expired. */
  read(readCookie: ReadCookie, model: BrowserModel, id: string): Promise<AdapterPayload | undefined>;
  forget(ctx: KoaContextWithOIDC, model: BrowserModel, id: string): void;
}

/** Browsers drop cookies of more than 4096 bytes. */
const maxCookieLength = 3500;
/** Proxies refuse a cookie header of more than 8 KB. A request is bounded in `mark-request.ts`. */
const maxCookies = 2;
/** Before it is compressed. */
const maxRecordBytes = 16_384;

/** The first goes to the consent page, the other to the form for a device's code. */
const cookies: Record<BrowserModel, { name: string; findPath(id: string): string }> = {
  Interaction: { name: "_interaction_request", findPath: (id) => `/oauth/interaction/${id}` },
  Session: { name: "_session_form", findPath: () => "/oauth/device" },
};

const listNames = (model: BrowserModel): string[] =>
  Array.from({ length: maxCookies }, (_, index) => `${cookies[model].name}${index === 0 ? "" : index}`);

export function openBrowserStorage({ baseUrl, vault }: { baseUrl: string; vault: Vault }): BrowserStorage {
  const describeCookie = (model: BrowserModel, id: string) => ({
    path: buildPath(baseUrl, cookies[model].findPath(id)),
    httpOnly: true,
    sameSite: "lax" as const,
    secure: isSecure(baseUrl),
    signed: false,
  });

  return {
    async keep(ctx, model, id, payload) {
      const record = Buffer.from(JSON.stringify(payload));
      // nginx gives up a response with more than 4 KB of headers, unless it is set otherwise.
      const sealed = await vault.seal(serverOwnerId, describePurpose(model, id), deflateRawSync(record));
      const text = sealed.toString("base64url");
      if (record.length > maxRecordBytes || text.length > maxCookies * maxCookieLength) {
        throw new Error(`A record of ${record.length} bytes does not fit into cookies.`);
      }
      const expires = new Date(Number(payload.exp) * 1000);
      for (const [index, name] of listNames(model).entries()) {
        const part = text.slice(index * maxCookieLength, (index + 1) * maxCookieLength);
        if (part !== "") {
          ctx.cookies.set(name, part, { ...describeCookie(model, id), expires });
        }
      }
    },
    async read(readCookie, model, id) {
      const text = listNames(model)
        .map((name) => readCookie(name) ?? "")
        .join("");
      const payload = text === "" ? null : await openText(vault, describePurpose(model, id), text);
      return payload !== null && Number(payload.exp) * 1000 > Date.now() ? payload : undefined;
    },
    forget(ctx, model, id) {
      for (const name of listNames(model)) {
        ctx.cookies.set(name, null, describeCookie(model, id));
      }
    },
  };
}

/** A text opens only as the record that it was sealed as. */
const describePurpose = (model: BrowserModel, id: string): string => `oauth-cookies:${model}:${id}`;

/** Null: it is none of ours. */
async function openText(vault: Vault, purpose: string, text: string): Promise<AdapterPayload | null> {
  try {
    const packed = await vault.openBytes(serverOwnerId, purpose, Buffer.from(text, "base64url"));
    return JSON.parse(inflateRawSync(packed, { maxOutputLength: maxRecordBytes }).toString());
  } catch (error) {
    if (error instanceof VaultError && error.reason === "refused") {
      return null;
    }
    throw error;
  }
}
