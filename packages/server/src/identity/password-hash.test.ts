import { describe, expect, test } from "vitest";
import { findPasswordProblem } from "./check-password.ts";
import { openPasswordHasher, TooManySignInsError } from "./password-hash.ts";

const password = "plain words that nobody took";

describe("a password", () => {
  test("is stored as scrypt with its parameters and a salt of its own", async () => {
    const hasher = openPasswordHasher();
    const [one = "", other = ""] = await Promise.all([hasher.hash(password), hasher.hash(password)]);
    expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(await hasher.findFitting(password, [one, other])).toEqual([0, 1]);
    expect(await hasher.findFitting(`${password} `, [one, other])).toEqual([]);
    expect(await hasher.findFitting(password, [])).toEqual([]);
  });

  test("is hashed at the cost that is set", async () => {
    expect(await openPasswordHasher({ cost: 2 ** 8 }).hash(password)).toMatch(/^scrypt\$256\$8\$3\$/);
  });

  test("of an older strength still fits", async () => {
    const older = "scrypt$1024$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    expect(await openPasswordHasher().findFitting(password, [older])).toEqual([]);
  });

  test("may be typed with composed or decomposed characters", async () => {
    const hasher = openPasswordHasher();
    const stored = await hasher.hash("Zürich in the morning");
    expect(await hasher.findFitting("Zu\u0308rich in the morning", [stored])).toEqual([0]);
  });

  test("leaves the event loop free while it is hashed", async () => {
    const order: string[] = [];
    const hashing = openPasswordHasher()
      .hash(password)
      .then(() => order.push("hashed"));
    setImmediate(() => order.push("served"));
    await hashing;
    expect(order).toEqual(["served", "hashed"]);
  });

  test("that is wrong takes the time of four, however many are stored", async () => {
    let times: number[] = [];
    const hasher = openPasswordHasher({ cost: 2 ** 8 }, () => times.shift() ?? Number.NaN);
    const stored = await hasher.hash(password);
    for (const hashes of [[], [stored], [stored, stored]]) {
      const beganMs = Date.now();
      // The first hash seems to have taken 100 ms.
      times = [0, 100, 100];
      expect(await hasher.findFitting("another one", hashes)).toEqual([]);
      expect(Date.now() - beganMs).toBeGreaterThan(290);
    }
  });

  test("is refused when too many wait, and never lost", async () => {
    const hasher = openPasswordHasher();
    const weak = "scrypt$1024$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const tries = Array.from({ length: 60 }, () => hasher.findFitting(password, [weak]));
    const ends = await Promise.allSettled(tries);
    const refused = ends.filter((end) => end.status === "rejected");
    expect(refused).toHaveLength(8);
    expect(refused.every(({ reason }) => reason instanceof TooManySignInsError)).toBe(true);
    expect(await hasher.findFitting(password, [weak])).toEqual([]);
  });
});

describe("findPasswordProblem", () => {
  test.each([
    "correct horse battery staple",
    "plain words that nobody took",
    "Tr0ub4dor&3-and-more",
    "🦊🦊🐻🐻🐼🐼🐨🐨🦁🦁🐯🐯",
    "admin-of-our-gateway",
    `${"a".repeat(60)}bcdefghijkl`,
  ])("takes %s", async (good) => {
    expect(await findPasswordProblem(good, "ada@example.com")).toBeNull();
  });

  test.each([
    "123456789012",
    "987654321098",
    "qwerty123456",
    "Password2026!",
    "!!!letmein!!!!",
    "passwordpassword",
    "abcabcabcabc",
    "............",
    "ADA@example.com",
  ])("refuses %s as common", async (common) => {
    expect(await findPasswordProblem(common, "ada@example.com")).toContain("too common");
  });

  test("counts characters, and bounds them", async () => {
    expect(await findPasswordProblem("🦊".repeat(6), "")).toContain("too short");
    expect(await findPasswordProblem("words ".repeat(40), "")).toContain("too long");
  });
});
