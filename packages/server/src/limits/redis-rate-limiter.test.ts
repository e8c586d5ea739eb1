import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createProxy } from "../../testing/create-proxy.ts";
import { findRedisProgram, type RedisServer, startRedisServer } from "../../testing/start-redis-server.ts";
import {
  oneCall,
  oneSearch,
  type RateBudgets,
  type RateLimiter,
  RateLimiterUnavailableError,
} from "./rate-limiter.ts";
import { type RedisRateLimiterOptions, redisRateLimiter } from "./redis-rate-limiter.ts";

const off: RateBudgets = { burst: 0, hourly: 0, searchBurst: 0, searchHourly: 0 };
const program = findRedisProgram();
const maySkip = process.env.CI !== "true";
if (program === null && maySkip) {
  console.warn(
    "SKIPPED: the shared rate limiter is not tested, no redis-server or valkey-server is on PATH.",
  );
}

/** Makes a Redis a replica of another one, or of none. */
async function replicate(redis: RedisServer, other: RedisServer | null): Promise<void> {
  const client = new Redis(redis.url);
  const source = other === null ? ["NO", "ONE"] : ["127.0.0.1", new URL(other.url).port];
  await client.call("REPLICAOF", ...source);
  client.disconnect();
}

describe.skipIf(program === null && maySkip)("redisRateLimiter", () => {
  let redis: RedisServer;
  let nextCompanyId = 1;
  const open: RateLimiter[] = [];

  function openLimiter(
    budgets: Partial<RateBudgets>,
    options: RedisRateLimiterOptions = {},
    credentials = "",
  ): RateLimiter {
    // Redis may be slow on a busy machine; only the test of the time limit sets a short one.
    const limiter = redisRateLimiter({ ...off, ...budgets }, redis.url.replace("//", `//${credentials}`), {
      commandTimeoutMs: 20_000,
      ...options,
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

  it("counts all calls of a batch, or none", async () => {
    const companyId = nextCompanyId++;
    const limiter = openLimiter({ hourly: 10, searchHourly: 3 });
    const take = (calls: number, searches: number) => limiter.take(companyId, { calls, searches });
    expect(await take(8, 2)).toMatchObject({ allowed: true });
    expect(await take(3, 0)).toMatchObject({ allowed: false, limit: 10, remaining: 2 });
    expect(await take(2, 2)).toMatchObject({ allowed: false, limit: 3, remaining: 1 });
    expect(await limiter.readHourlyUse(companyId)).toEqual({ hourly: 8, searchHourly: 2 });
    await expect(take(11, 0)).rejects.toThrow("It has 11 calls, and the company may make 10 in an hour.");
  });

  it("tells what is used of the hour that runs, on every node, and null without Redis", async () => {
    const companyId = nextCompanyId++;
    const [one, other] = [openLimiter({ hourly: 5, searchHourly: 5 }), openLimiter({ hourly: 5 })];
    await one.take(companyId, oneCall);
    await one.take(companyId, oneSearch);
    expect(await other.readHourlyUse(companyId)).toEqual({ hourly: 2, searchHourly: 1 });
    expect(await one.readHourlyUse(nextCompanyId++)).toEqual({ hourly: 0, searchHourly: 0 });
    await one.close();
    expect(await one.readHourlyUse(companyId)).toBeNull();
  });

  it("counts exactly with many callers at once on two nodes", async () => {
    const companyId = nextCompanyId++;
    const nodes = [openLimiter({ hourly: 1000 }), openLimiter({ hourly: 1000 })];
    const calls = Array.from({ length: 700 }, () =>
      nodes.map((node) => node.take(companyId, oneCall)),
    ).flat();
    const verdicts = await Promise.all(calls);
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(1000);
    const remaining = verdicts.filter((verdict) => verdict.allowed).map((verdict) => verdict.remaining);
    expect(new Set(remaining).size).toBe(1000);
    expect(await nodes[0]?.take(companyId, oneCall)).toEqual({
      allowed: false,
      retryAfterSeconds: 3600,
      limit: 1000,
      remaining: 0,
      resetSeconds: expect.closeTo(3600, -2),
    });
  });

  it("begins the burst window with its first call and charges the hourly budget only for allowed calls", async () => {
    const limiter = openLimiter({ burst: 5, hourly: 8 });
    const { companyId, first, later } = await withinOneWindow(async () => {
      const company = nextCompanyId++;
      const many = await takeMany(limiter, company, 50);
      await sleep(500);
      return { companyId: company, first: many, later: await limiter.take(company, oneCall) };
    });
    expect(first.filter((verdict) => verdict.allowed)).toHaveLength(5);
    expect(first.at(-1)).toMatchObject({ retryAfterSeconds: 1, limit: 5, remaining: 0, resetSeconds: 1 });
    expect(later).toMatchObject({ allowed: false });
    await sleep(windowMs);
    const second = await takeMany(limiter, companyId, 50);
    expect(second.filter((verdict) => verdict.allowed)).toHaveLength(3);
    expect(second.at(-1)).toMatchObject({ retryAfterSeconds: 3600, limit: 8 });
  });

  it("charges searches to the search budgets in addition", async () => {
    const companyId = nextCompanyId++;
    const limiter = openLimiter({ hourly: 10, searchHourly: 3 });
    const searches = await takeMany(limiter, companyId, 5, oneSearch);
    expect(searches.filter((verdict) => verdict.allowed)).toHaveLength(3);
    const calls = await takeMany(limiter, companyId, 20);
    expect(calls.filter((verdict) => verdict.allowed)).toHaveLength(7);
  });

  it("keeps companies apart and limits nothing when all budgets are off", async () => {
    const [one, other] = [nextCompanyId++, nextCompanyId++];
    const limiter = openLimiter({ hourly: 1 });
    expect(await limiter.take(one, oneCall)).toMatchObject({ allowed: true });
    expect(await limiter.take(other, oneCall)).toMatchObject({ allowed: true });
    expect(await limiter.take(one, oneCall)).toMatchObject({ allowed: false });
    expect(await openLimiter({}).take(one, oneSearch)).toMatchObject({ allowed: true, limit: 0 });
  });

  it("fails at once while Redis is unavailable, queues nothing, and counts again when it is back", async () => {
    const companyId = nextCompanyId++;
    const states: (string | null)[] = [];
    const limiter = openLimiter(
      { hourly: 1000 },
      { onStateChange: (lostBecause) => states.push(lostBecause) },
    );
    await limiter.take(companyId, oneCall);
    expect(await limiter.isReady()).toBe(true);

    await redis.kill();
    const refused = await Promise.all(
      Array.from({ length: 2000 }, () =>
        Promise.resolve(limiter.take(companyId, oneCall)).catch((error: Error) => error),
      ),
    );
    expect(refused.every((error) => error instanceof RateLimiterUnavailableError)).toBe(true);
    // The library would name its own settings, which no operator can change.
    expect(refused.map(String).filter((text) => /Retries|Queue/.test(text))).toEqual([]);
    await expect.poll(() => limiter.isReady()).toBe(false);

    await redis.restart();
    await expect.poll(() => limiter.isReady()).toBe(true);
    expect(await limiter.take(companyId, oneCall)).toMatchObject({ allowed: true, remaining: 999 });
    await expect.poll(() => states).toEqual([expect.any(String), null]);
  });

  it("follows the address to another Redis when the one that it is connected to became a replica", async () => {
    const companyId = nextCompanyId++;
    const promoted = await startRedisServer(program ?? "");
    let target = redis;
    const address = createProxy(() => connect(Number(new URL(target.url).port), "127.0.0.1"));
    address.listen(0, "127.0.0.1");
    await once(address, "listening");
    const states: (string | null)[] = [];
    const limiter = redisRateLimiter(
      { ...off, hourly: 1000 },
      `redis://127.0.0.1:${(address.address() as AddressInfo).port}`,
      { commandTimeoutMs: 20_000, onStateChange: (lostBecause) => states.push(lostBecause) },
    );
    open.push(limiter);
    await limiter.take(companyId, oneCall);

    await replicate(redis, promoted);
    await expect(limiter.take(companyId, oneCall)).rejects.toThrow(/READONLY/);
    await expect.poll(() => limiter.isReady()).toBe(false);
    target = promoted;
    await expect.poll(() => limiter.isReady()).toBe(true);
    expect(await limiter.take(companyId, oneCall)).toMatchObject({ allowed: true });
    await expect.poll(() => states).toEqual([expect.stringContaining("READONLY"), null]);
    address.close();
    await replicate(redis, null);
    await promoted.remove();
  });

  it("fails within its time limit while Redis hangs, and counts again when it resumes", async () => {
    const companyId = nextCompanyId++;
    const limiter = openLimiter({ hourly: 1000 }, { commandTimeoutMs: 1000 });
    await limiter.take(companyId, oneCall);
    redis.freeze();
    await expect(limiter.take(companyId, oneCall)).rejects.toThrow(RateLimiterUnavailableError);
    await expect.poll(() => limiter.isReady()).toBe(false);
    redis.thaw();
    await expect.poll(() => limiter.isReady()).toBe(true);
    await expect
      .poll(() => Promise.resolve(limiter.take(companyId, oneCall)).catch(() => null))
      .toMatchObject({ allowed: true });
  });

  it("fails the first call with an error that hides the password when a server starts without Redis", async () => {
    await redis.kill();
    const secret = "canary-password";
    const limiter = redisRateLimiter({ ...off, hourly: 5 }, redis.url.replace("//", `//user:${secret}@`), {
      commandTimeoutMs: 300,
    });
    open.push(limiter);
    const refusal: unknown = await Promise.resolve(limiter.take(1, oneCall)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RateLimiterUnavailableError);
    expect(`${(refusal as Error).stack} ${JSON.stringify(refusal)}`).not.toContain(secret);
    await redis.restart();
  });

  it("tells after the loss of a connection that Redis has another password now", async () => {
    const states: (string | null)[] = [];
    const limiter = openLimiter({ hourly: 5 }, { onStateChange: (lostBecause) => states.push(lostBecause) });
    await limiter.take(nextCompanyId++, oneCall);
    const operator = new Redis(redis.url);
    await operator.config("SET", "requirepass", "changed");
    await operator.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    await expect
      .poll(() => states)
      .toEqual(["The connection was closed.", expect.stringContaining("NOAUTH")]);
    await expect(limiter.take(nextCompanyId++, oneCall)).rejects.toThrow(/NOAUTH/);
    await operator.config("SET", "requirepass", "");
    await expect.poll(() => limiter.isReady()).toBe(true);
    expect(states.slice(2)).toEqual([null]);
    operator.disconnect();
  });

  it("counts in no other database when Redis refuses the one of the address", async () => {
    const states: (string | null)[] = [];
    const limiter = redisRateLimiter({ ...off, hourly: 5 }, `${redis.url}/99`, {
      commandTimeoutMs: 300,
      onStateChange: (lostBecause) => states.push(lostBecause),
    });
    open.push(limiter);
    await expect(limiter.take(nextCompanyId++, oneCall)).rejects.toThrow(/DB index is out of range/);
    await sleep(1500);
    expect(await limiter.isReady()).toBe(false);
    expect(states).toEqual([expect.stringContaining("DB index is out of range")]);
  });

  it("is not ready for a user of Redis who may write, but run no scripts", async () => {
    const operator = new Redis(redis.url);
    await operator.call("ACL", "SETUSER", "writer", "on", ">pw", "~bowline:*", "+@all", "-@scripting");
    const limiter = openLimiter({ hourly: 5 }, {}, "writer:pw@");
    await expect(limiter.take(nextCompanyId++, oneCall)).rejects.toThrow(/NOPERM/);
    expect(await limiter.isReady()).toBe(false);
    await operator.call("ACL", "SETUSER", "writer", "+@scripting");
    expect(await limiter.isReady()).toBe(true);
    operator.disconnect();
  });

  it("reports a password that Redis does not ask for once, and writes nothing itself", async () => {
    const written = vi.spyOn(console, "warn").mockReturnValue();
    let reports = 0;
    const limiter = openLimiter({ hourly: 5 }, { onNeedlessPassword: () => reports++ }, ":canary-password@");
    expect(await limiter.take(nextCompanyId++, oneCall)).toMatchObject({ allowed: true });
    await redis.kill();
    await expect.poll(() => limiter.isReady()).toBe(false);
    await redis.restart();
    await expect.poll(() => limiter.isReady()).toBe(true);
    expect(reports).toBe(1);
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
  });

  it("begins a window anew that would end later than a whole one, since the clock of Redis was set back", async () => {
    const companyId = nextCompanyId++;
    const limiter = openLimiter({ hourly: 1 });
    await limiter.take(companyId, oneCall);
    expect(await limiter.take(companyId, oneCall)).toMatchObject({ allowed: false });
    const operator = new Redis(redis.url);
    const inTwoHours = Date.now() + 2 * 3_600_000;
    await operator.hset(`bowline:rate:{${companyId}}`, "hourly:ends", `${inTwoHours}`);
    operator.disconnect();
    expect(await limiter.take(companyId, oneCall)).toMatchObject({ allowed: true });
  });

  it("counts where another program has stored something else", async () => {
    const client = new Redis(redis.url);
    const limiter = openLimiter({ hourly: 5 });
    const [list, words] = [nextCompanyId++, nextCompanyId++];
    await client.rpush(`bowline:rate:{${list}}`, "a");
    await client.hset(`bowline:rate:{${words}}`, "hourly:used", "many", "hourly:ends", "soon");
    await client.del("bowline:check");
    await client.rpush("bowline:check", "a");
    expect(await limiter.isReady()).toBe(true);
    for (const companyId of [list, words]) {
      expect((await takeMany(limiter, companyId, 7)).filter(({ allowed }) => allowed)).toHaveLength(5);
    }
    client.disconnect();
  });

  it("forgets companies that have not called for an hour", async () => {
    const companyId = nextCompanyId++;
    const limiter = openLimiter({ burst: 5, hourly: 5 });
    await limiter.take(companyId, oneCall);
    const { Redis } = await import("ioredis");
    const client = new Redis(redis.url);
    const leftMs = await client.pttl(`bowline:rate:{${companyId}}`);
    client.disconnect();
    expect(leftMs).toBeGreaterThan(3_000_000);
    expect(leftMs).toBeLessThanOrEqual(3_600_000);
  });
});

/** Longer than a burst window. */
const windowMs = 1050;

/** Repeats the round until it takes less than a second: on a busy machine it may extend over two windows. */
async function withinOneWindow<T>(round: () => Promise<T>): Promise<T> {
  for (;;) {
    const begin = performance.now();
    const outcome = await round();
    if (performance.now() - begin < 900) {
      return outcome;
    }
  }
}

async function takeMany(limiter: RateLimiter, companyId: number, times: number, charge = oneCall) {
  return Promise.all(Array.from({ length: times }, () => limiter.take(companyId, charge)));
}
