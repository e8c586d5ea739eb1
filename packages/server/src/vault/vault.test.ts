import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseMasterKeys } from "../master-keys.ts";
import { checkMasterKeyKnown } from "./data-key.ts";
import { rotateMasterKey } from "./rotate-master-key.ts";
import { openVault, type Vault } from "./vault.ts";
import { VaultError } from "./vault-error.ts";

const oldKey = randomBytes(32).toString("base64");
const newKey = randomBytes(32).toString("base64");

/** A company table in memory: these bytes are all that the vault reads from a database. */
function openVaultOver(masterKeyText: string, rows: Map<number, Buffer>) {
  let loads = 0;
  const vault: Vault = openVault(parseMasterKeys(masterKeyText), async (companyId) => {
    loads++;
    const wrapped = rows.get(companyId) ?? vault.createDataKey();
    rows.set(companyId, wrapped);
    return wrapped;
  });
  return { vault, loads: () => loads };
}

function refusalOf(open: () => unknown): VaultError {
  try {
    open();
  } catch (error) {
    if (error instanceof VaultError) {
      return error;
    }
    throw error;
  }
  throw new Error("It was opened.");
}

describe("openVault", () => {
  it.each([
    ["an empty secret", ""],
    ["a token", "ghp_0123456789"],
    ["unicode", "pässwörd – 密码 🔐 \u0000 e\u0301"],
    ["64 KB", "ß".repeat(32_768)],
  ])("opens what it sealed: %s", async (_name, secret) => {
    const { vault } = openVaultOver(oldKey, new Map());
    const sealed = await vault.seal(1, "connection:12", secret);
    expect(await vault.open(1, "connection:12", sealed)).toBe(secret);
    if (secret.length > 8) {
      expect(sealed.includes(secret)).toBe(false);
    }
  });

  it("opens synchronously once the data key is in memory, and loads it once for concurrent calls", async () => {
    const rows = new Map<number, Buffer>();
    const sealed = await openVaultOver(oldKey, rows).vault.seal(1, "connection:12", "token");
    const { vault, loads } = openVaultOver(oldKey, rows);
    const opened = await Promise.all(
      Array.from({ length: 10 }, () => vault.open(1, "connection:12", sealed)),
    );
    expect(opened).toEqual(Array.from({ length: 10 }, () => "token"));
    expect(loads()).toBe(1);
    expect(vault.open(1, "connection:12", sealed)).toBe("token");
  });

  it("loads a data key again after a failed load", async () => {
    const rows = new Map<number, Buffer>();
    const sealed = await openVaultOver(oldKey, rows).vault.seal(1, "connection:12", "token");
    let isDown = true;
    const vault = openVault(parseMasterKeys(oldKey), async () => {
      if (isDown) {
        throw new Error("The database is down.");
      }
      return rows.get(1) ?? Buffer.alloc(0);
    });
    await expect(vault.open(1, "connection:12", sealed)).rejects.toThrow("The database is down.");
    isDown = false;
    expect(await vault.open(1, "connection:12", sealed)).toBe("token");
  });

  it("never seals the same secret to the same bytes", async () => {
    const { vault } = openVaultOver(oldKey, new Map());
    const sealed = await Promise.all(
      Array.from({ length: 50 }, () => vault.seal(1, "connection:12", "token")),
    );
    expect(new Set(sealed.map((bytes) => bytes.toString("hex"))).size).toBe(50);
  });

  it("refuses a secret moved to another purpose or another company", async () => {
    const { vault } = openVaultOver(oldKey, new Map());
    const sealed = await vault.seal(1, "connection:12", "token");
    await vault.seal(2, "connection:12", "other");
    expect(refusalOf(() => vault.open(1, "connection:13", sealed)).reason).toBe("refused");
    expect(refusalOf(() => vault.open(2, "connection:12", sealed)).reason).toBe("refused");
  });

  it("refuses a secret moved to another company together with its company's data key", async () => {
    const rows = new Map<number, Buffer>();
    const sealed = await openVaultOver(oldKey, rows).vault.seal(1, "connection:12", "token");
    rows.set(2, rows.get(1) ?? Buffer.alloc(0));
    const { vault } = openVaultOver(oldKey, rows);
    await expect(vault.open(2, "connection:12", sealed)).rejects.toMatchObject({ reason: "refused" });
  });

  it("refuses a secret with any one bit flipped", async () => {
    const { vault } = openVaultOver(oldKey, new Map());
    const sealed = await vault.seal(1, "connection:12", "token");
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      expect(refusalOf(() => vault.open(1, "connection:12", flipBit(sealed, bit))).reason).toBe("refused");
    }
  });

  it("refuses a secret cut at any length, or with a byte added", async () => {
    const { vault } = openVaultOver(oldKey, new Map());
    const sealed = await vault.seal(1, "connection:12", "token");
    for (let length = 0; length < sealed.length; length++) {
      expect(refusalOf(() => vault.open(1, "connection:12", sealed.subarray(0, length))).reason).toBe(
        "refused",
      );
    }
    expect(
      refusalOf(() => vault.open(1, "connection:12", Buffer.concat([sealed, Buffer.of(0)]))).reason,
    ).toBe("refused");
  });

  it("shows neither plaintext nor key in an error", async () => {
    const { vault } = openVaultOver(oldKey, new Map());
    const sealed = await vault.seal(1, "connection:12", "canary-secret");
    const refusal = refusalOf(() => vault.open(1, "connection:12", flipBit(sealed, 8 * sealed.length - 1)));
    const shown = `${refusal.stack} ${JSON.stringify(refusal)} ${String(refusal.cause)}`;
    expect(shown).not.toContain("canary");
    expect(shown).not.toContain(oldKey);
  });
});

describe("a wrapped data key", () => {
  it("names the master key that is missing, by its id", async () => {
    const rows = new Map<number, Buffer>();
    const sealed = await openVaultOver(oldKey, rows).vault.seal(1, "connection:12", "token");
    const { vault } = openVaultOver(newKey, rows);
    const oldId = parseMasterKeys(oldKey).current.id;
    await expect(vault.open(1, "connection:12", sealed)).rejects.toMatchObject({
      reason: "unknownMasterKey",
      message: expect.stringContaining(oldId),
    });
    expect(
      refusalOf(() => checkMasterKeyKnown(parseMasterKeys(newKey), rows.get(1) ?? Buffer.alloc(0))).reason,
    ).toBe("unknownMasterKey");
  });

  it("is refused with any one bit flipped and at any other length", () => {
    const masterKeys = parseMasterKeys(oldKey);
    const { vault } = openVaultOver(oldKey, new Map());
    const wrapped = vault.createDataKey();
    const reasons = new Set<string>();
    for (let bit = 0; bit < wrapped.length * 8; bit++) {
      reasons.add(refusalOf(() => vault.rewrap(flipBit(wrapped, bit))).reason);
    }
    expect([...reasons].sort()).toEqual(["refused", "unknownMasterKey"]);
    expect(refusalOf(() => vault.rewrap(wrapped.subarray(1))).reason).toBe("refused");
    expect(refusalOf(() => vault.rewrap(Buffer.alloc(0))).reason).toBe("refused");
    expect(() => checkMasterKeyKnown(masterKeys, wrapped)).not.toThrow();
  });
});

describe("rotateMasterKey", () => {
  function storeOver(rows: Map<number, Buffer>) {
    return {
      listDataKeys: async () =>
        [...rows].map(([companyId, wrappedDataKey]) => ({ companyId, wrappedDataKey })),
      saveWrappedKey: async (companyId: number, wrapped: Buffer) => {
        rows.set(companyId, wrapped);
      },
    };
  }

  it("moves every company to the first key; secrets do not change and the old key is no longer needed", async () => {
    const rows = new Map<number, Buffer>();
    const before = openVaultOver(oldKey, rows).vault;
    const sealed = new Map<number, Buffer>();
    for (const companyId of [1, 2, 3]) {
      sealed.set(companyId, await before.seal(companyId, "connection:12", `token-${companyId}`));
    }
    const both = parseMasterKeys(`${newKey},${oldKey}`);
    expect(await rotateMasterKey(both, storeOver(rows))).toEqual({ dataKeys: 3, rewrapped: 3 });

    const after = openVaultOver(newKey, rows).vault;
    for (const [companyId, bytes] of sealed) {
      expect(await after.open(companyId, "connection:12", bytes)).toBe(`token-${companyId}`);
    }
  });

  it("changes nothing the second time", async () => {
    const rows = new Map<number, Buffer>();
    await openVaultOver(oldKey, rows).vault.seal(1, "connection:12", "token");
    const both = parseMasterKeys(`${newKey},${oldKey}`);
    await rotateMasterKey(both, storeOver(rows));
    const once = rows.get(1);
    expect(await rotateMasterKey(both, storeOver(rows))).toEqual({ dataKeys: 1, rewrapped: 0 });
    expect(rows.get(1)).toBe(once);
  });

  it("saves nothing when one data key cannot be unwrapped", async () => {
    const rows = new Map<number, Buffer>();
    await openVaultOver(oldKey, rows).vault.seal(1, "connection:12", "token");
    await openVaultOver(randomBytes(32).toString("base64"), rows).vault.seal(2, "connection:12", "token");
    const before = new Map(rows);
    const both = parseMasterKeys(`${newKey},${oldKey}`);
    await expect(rotateMasterKey(both, storeOver(rows))).rejects.toMatchObject({
      reason: "unknownMasterKey",
    });
    expect(rows).toEqual(before);
  });
});

function flipBit(bytes: Buffer, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return flipped;
}
