import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildMasterKeys, MasterKeyError, parseMasterKeys } from "./master-keys.ts";

const first = randomBytes(32).toString("base64");
const second = randomBytes(32).toString("base64");

function refusalOf(text: string): string {
  try {
    parseMasterKeys(text);
  } catch (error) {
    expect(error).toBeInstanceOf(MasterKeyError);
    return String(error);
  }
  throw new Error("It was accepted.");
}

describe("parseMasterKeys", () => {
  it("accepts one key", () => {
    const keys = parseMasterKeys(first);
    expect(keys.current.key.export().toString("base64")).toBe(first);
    expect(keys.current.id).toMatch(/^[0-9a-f]{16}$/);
    expect([...keys.byId.keys()]).toEqual([keys.current.id]);
  });

  it("accepts several keys with spaces around the commas; the first is the current one", () => {
    const keys = parseMasterKeys(`${first} , ${second}`);
    expect(keys.current.id).toBe(parseMasterKeys(first).current.id);
    expect([...keys.byId.keys()]).toEqual([keys.current.id, parseMasterKeys(second).current.id]);
  });

  it.each([
    ["nothing", "", "The master key is empty"],
    ["a gap between commas", `${first},,${second}`, "Master key 2 of 3 is empty"],
    ["another length", randomBytes(16).toString("base64"), "The master key has 16 bytes"],
    ["other characters", `${first},*${second.slice(1)}`, "Master key 2 of 2 is not base64"],
    ["bits after the last byte", `${first.slice(0, 42)}B=`, "The master key is not base64"],
    ["hexadecimal", randomBytes(32).toString("hex"), "The master key has 48 bytes"],
  ])("refuses %s and says how to make one", (_name, text, message) => {
    const refusal = refusalOf(text);
    expect(refusal).toContain(message);
    expect(refusal).toContain("openssl rand -base64 32");
  });

  it("never shows an entry it refuses", () => {
    const cut = second.slice(0, 30);
    expect(refusalOf(`${first},${cut}`)).not.toContain(cut);
  });
});

describe("buildMasterKeys", () => {
  it("accepts decoded keys", () => {
    const bytes = [first, second].map((text) => Buffer.from(text, "base64"));
    expect([...buildMasterKeys(bytes).byId.keys()]).toEqual([
      ...parseMasterKeys(`${first},${second}`).byId.keys(),
    ]);
  });

  it("refuses an empty list", () => {
    expect(() => buildMasterKeys([])).toThrow("No master key was given");
  });
});
