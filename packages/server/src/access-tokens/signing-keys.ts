import type { JWK } from "jose";
import type { Kysely } from "kysely";
import { rotateSigningKey, type SigningKeyRow } from "../db/authorization/signing-keys.ts";
import { allSigningKeys, type Rows } from "../db/rows.ts";
import type { Schema } from "../db/schema.ts";
import { serverOwnerId, type Vault } from "../vault/vault.ts";

const dayMs = 86_400_000;
const maxAgeMs = 30 * dayMs;
/** Longer than any token lives. */
const keepMs = dayMs;

/** A key that signs tokens, or did and still verifies them. */
export interface SigningKey {
  /** ES256, with `kid`, `alg` and `use`. */
  privateJwk: JWK & { kid: string };
  /** Signs the cookies of sign-ins in progress. */
  cookieSecret: string;
}

/** The keys of the authorization server. Every server of a database has the same (decisions D57). */
export interface SigningKeys {
  /** Returns all keys, the one that signs first. The array is the same object until a key is added or removed. */
  load(): Promise<readonly SigningKey[]>;
  /** Returns the result of `load` without waiting, when it is in memory; else undefined. */
  peek(): readonly SigningKey[] | undefined;
  /** Reads the keys again: a token names one that another server has just added. */
  reload(): Promise<readonly SigningKey[]>;
  /** Makes a new key when the newest is 30 days old. Retired keys verify for another day. */
  rotate(nowMs: number): Promise<boolean>;
}

/** The parts of the server that signing keys use. */
export interface SigningKeyParts {
  db: Kysely<Schema>;
  rows: Pick<Rows, "signingKeys">;
  vault: Vault;
  clock: () => number;
}

export function openSigningKeys({ db, rows, vault, clock }: SigningKeyParts): SigningKeys {
  let opened: { rows: readonly SigningKeyRow[]; keys: readonly SigningKey[] } | undefined;

  async function open(sealed: readonly SigningKeyRow[]): Promise<readonly SigningKey[]> {
    if (opened?.rows !== sealed) {
      const keys = await Promise.all(sealed.map((row) => openKey(vault, row)));
      // Rows that were read twice without a change are the same keys.
      const isSame = keys.map(nameKey).join() === opened?.keys.map(nameKey).join();
      opened = { rows: sealed, keys: isSame && opened ? opened.keys : keys };
    }
    return opened.keys;
  }

  async function rotate(nowMs: number): Promise<boolean> {
    await vault.prepare(serverOwnerId);
    const isRotated = await rotateSigningKey(db, { nowMs, maxAgeMs, keepMs }, () => createKey(vault));
    rows.signingKeys.clear();
    return isRotated;
  }

  async function load(): Promise<readonly SigningKey[]> {
    const sealed = (await rows.signingKeys.get(allSigningKeys)) ?? [];
    if (sealed.some(({ retiredDate }) => retiredDate === null)) {
      return open(sealed);
    }
    await rotate(clock());
    return open((await rows.signingKeys.get(allSigningKeys)) ?? []);
  }

  return {
    load,
    peek() {
      const sealed = rows.signingKeys.peek(allSigningKeys);
      return sealed !== undefined && sealed === opened?.rows ? opened.keys : undefined;
    },
    reload() {
      rows.signingKeys.clear();
      return load();
    },
    rotate,
  };
}

const nameKey = ({ privateJwk }: SigningKey): string => privateJwk.kid;

const purposeOf = (kid: string): string => `signing-key:${kid}`;

async function openKey(vault: Vault, { kid, sealedKey }: SigningKeyRow): Promise<SigningKey> {
  return JSON.parse(await vault.open(serverOwnerId, purposeOf(kid), sealedKey)) as SigningKey;
}

async function createKey(vault: Vault): Promise<{ kid: string; sealedKey: Buffer }> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import("jose");
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const key: SigningKey = {
    privateJwk: { ...jwk, kid, alg: "ES256", use: "sig" },
    cookieSecret: crypto.getRandomValues(Buffer.alloc(32)).toString("base64url"),
  };
  return { kid, sealedKey: await vault.seal(serverOwnerId, purposeOf(kid), JSON.stringify(key)) };
}
