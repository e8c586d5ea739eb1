import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findRedisProgram, type RedisServer, startRedisServer } from "../../testing/start-redis-server.ts";
import { type RateBudgets, type RateLimiter, RateLimiterUnavailableError } from "./rate-limiter.ts";
import { redisRateLimiter } from "./redis-rate-limiter.ts";

const off: RateBudgets = { burst: 0, hourly: 0, searchBurst: 0, searchHourly: 0 };
const program = findRedisProgram();
const maySkip = process.env.CI !== "true";
if (program === null && maySkip) {
  console.warn(
    "SKIPPED: the shared rate limiter is not tested, no redis-server or valkey-server is on PATH.",
  );
}

describe.skipIf(program === null && maySkip)("redisRateLimiter", () => {
  let redis: RedisServer;
  let nextAccountId = 1;
  const open: RateLimiter[] = [];

  function openLimiter(
    budgets: Partial<RateBudgets>,
    onStateChange?: (lost: string | null) => void,
  ): RateLimiter {
    const limiter = redisRateLimiter({ ...off, ...budgets }, redis.url, {
      commandTimeoutMs: 300,
      ...(onStateChange === undefined ? {} : { onStateChange }),
    });
    open.push(limiter);
    return limiter;
  }

  beforeAll(async () => {
    if (program === null) {
      throw new Error("No redis-server or valkey-server is on PATH. Install one, or run without CI=true.");
    }
    redis = await startRedisServer(program);
  });

  afterAll(async () => {
    await Promise.all(open.map((limiter) => limiter.close()));
    await redis?.remove();
  });

  it("counts exactly with many callers at once on two nodes", async () => {
    const accountId = nextAccountId++;
    const nodes = [openLimiter({ hourly: 1000 }), openLimiter({ hourly: 1000 })];
    const calls = Array.from({ length: 700 }, () => nodes.map((node) => node.take(accountId, false))).flat();
    const verdicts = await Promise.all(calls);
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(1000);
    const remaining = verdicts.filter((verdict) => verdict.allowed).map((verdict) => verdict.remaining);
    expect(new Set(remaining).size).toBe(1000);
    expect(await nodes[0]?.take(accountId, false)).toEqual({
      allowed: false,
      retryAfterSeconds: 3600,
      limit: 1000,
      remaining: 0,
      resetSeconds: expect.closeTo(3600, -1),
    });
  });

  it("begins the burst window with its first call and charges the hourly budget only for allowed calls", async () => {
    const accountId = nextAccountId++;
    const limiter = openLimiter({ burst: 5, hourly: 8 });
    const first = await takeMany(limiter, accountId, 50);
    expect(first.filter((verdict) => verdict.allowed)).toHaveLength(5);
    expect(first.at(-1)).toMatchObject({ retryAfterSeconds: 1, limit: 5, remaining: 0, resetSeconds: 1 });
    await sleep(500);
    expect(await limiter.take(accountId, false)).toMatchObject({ allowed: false });
    await sleep(550);
    const second = await takeMany(limiter, accountId, 50);
    expect(second.filter((verdict) => verdict.allowed)).toHaveLength(3);
    expect(second.at(-1)).toMatchObject({ retryAfterSeconds: 3600, limit: 8 });
  });

  it("charges searches to the search budgets in addition", async () => {
    const accountId = nextAccountId++;
    const limiter = openLimiter({ hourly: 10, searchHourly: 3 });
    const searches = await takeMany(limiter, accountId, 5, true);
    expect(searches.filter((verdict) => verdict.allowed)).toHaveLength(3);
    const calls = await takeMany(limiter, accountId, 20);
    expect(calls.filter((verdict) => verdict.allowed)).toHaveLength(7);
  });

  it("keeps companies apart and limits nothing when all budgets are off", async () => {
    const [one, other] = [nextAccountId++, nextAccountId++];
    const limiter = openLimiter({ hourly: 1 });
    expect(await limiter.take(one, false)).toMatchObject({ allowed: true });
    expect(await limiter.take(other, false)).toMatchObject({ allowed: true });
    expect(await limiter.take(one, false)).toMatchObject({ allowed: false });
    expect(await openLimiter({}).take(one, true)).toMatchObject({ allowed: true, limit: 0 });
  });

  it("fails at once while Redis is away, queues nothing, and counts again when it is back", async () => {
    const accountId = nextAccountId++;
    const states: (string | null)[] = [];
    const limiter = openLimiter({ hourly: 1000 }, (lostBecause) => states.push(lostBecause));
    await limiter.take(accountId, false);
    expect(limiter.isReady()).toBe(true);

    await redis.kill();
    await expect(limiter.take(accountId, false)).rejects.toThrow(RateLimiterUnavailableError);
    const refused = await Promise.allSettled(
      Array.from({ length: 2000 }, () => limiter.take(accountId, false)),
    );
    expect(refused.every(({ status }) => status === "rejected")).toBe(true);
    await expect.poll(() => limiter.isReady(), { timeout: 10_000 }).toBe(false);

    await redis.restart();
    await expect.poll(() => limiter.isReady(), { timeout: 10_000 }).toBe(true);
    expect(await limiter.take(accountId, false)).toMatchObject({ allowed: true, remaining: 999 });
    expect(states).toEqual([expect.any(String), null]);
  });

  it("fails within its time limit while Redis hangs, and counts again when it goes on", async () => {
    const accountId = nextAccountId++;
    const limiter = openLimiter({ hourly: 1000 });
    await limiter.take(accountId, false);
    redis.freeze();
    await expect(limiter.take(accountId, false)).rejects.toThrow(RateLimiterUnavailableError);
    await expect.poll(() => limiter.isReady(), { timeout: 10_000 }).toBe(false);
    redis.thaw();
    await expect.poll(() => limiter.isReady(), { timeout: 10_000 }).toBe(true);
    expect(await limiter.take(accountId, false)).toMatchObject({ allowed: true });
  });

  it("answers the first call of a server that starts while Redis is away with an error that hides the password", async () => {
    await redis.kill();
    const secret = "canary-password";
    const limiter = redisRateLimiter({ ...off, hourly: 5 }, redis.url.replace("//", `//user:${secret}@`), {
      commandTimeoutMs: 300,
    });
    open.push(limiter);
    const refusal: unknown = await Promise.resolve(limiter.take(1, false)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RateLimiterUnavailableError);
    expect(`${(refusal as Error).stack} ${JSON.stringify(refusal)}`).not.toContain(secret);
    await redis.restart();
  });

  it("forgets companies that have not called for an hour", async () => {
    const accountId = nextAccountId++;
    const limiter = openLimiter({ burst: 5, hourly: 5 });
    await limiter.take(accountId, false);
    const { Redis } = await import("ioredis");
    const client = new Redis(redis.url);
    const leftMs = await client.pttl(`bowline:rate:{${accountId}}`);
    client.disconnect();
    expect(leftMs).toBeGreaterThan(3_590_000);
    expect(leftMs).toBeLessThanOrEqual(3_600_000);
  });
});

async function takeMany(limiter: RateLimiter, accountId: number, times: number, isSearch = false) {
  return Promise.all(Array.from({ length: times }, () => limiter.take(accountId, isSearch)));
}
