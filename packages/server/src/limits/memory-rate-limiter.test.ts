import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryRateLimiter } from "./memory-rate-limiter.ts";
import { oneCall, oneSearch, type RateBudgets } from "./rate-limiter.ts";
import type { Verdict } from "./verdict.ts";

const off: RateBudgets = { burst: 0, hourly: 0, searchBurst: 0, searchHourly: 0 };

function openAt(startMs: number, budgets: Partial<RateBudgets>) {
  const clock = { nowMs: startMs };
  const limiter = memoryRateLimiter({ ...off, ...budgets }, () => clock.nowMs);
  return {
    clock,
    call: (companyId = 1) => limiter.take(companyId, oneCall) as Verdict,
    search: (companyId = 1) => limiter.take(companyId, oneSearch) as Verdict,
  };
}

function countAllowed(times: number, call: () => Verdict): number {
  return Array.from({ length: times }, call).filter((verdict) => verdict.allowed).length;
}

describe("memoryRateLimiter", () => {
  it("tells what is used of the hour that runs, and counts nothing by that", async () => {
    const clock = { nowMs: 1000 };
    const limiter = memoryRateLimiter({ ...off, hourly: 5, searchHourly: 5 }, () => clock.nowMs);
    expect(await limiter.readHourlyUse(1)).toEqual({ hourly: 0, searchHourly: 0 });
    await limiter.take(1, oneCall);
    await limiter.take(1, oneSearch);
    expect(await limiter.readHourlyUse(1)).toEqual({ hourly: 2, searchHourly: 1 });
    expect(await limiter.readHourlyUse(1)).toEqual({ hourly: 2, searchHourly: 1 });
    expect(await limiter.readHourlyUse(2)).toEqual({ hourly: 0, searchHourly: 0 });
    clock.nowMs += 3_600_000;
    expect(await limiter.readHourlyUse(1)).toEqual({ hourly: 0, searchHourly: 0 });
  });

  it("allows exactly the burst budget in one second and says to retry after 1", () => {
    const { call } = openAt(123_456, { burst: 50, hourly: 1000 });
    expect(countAllowed(80, call)).toBe(50);
    expect(call()).toEqual({
      allowed: false,
      retryAfterSeconds: 1,
      limit: 50,
      remaining: 0,
      resetSeconds: 1,
    });
  });

  it("allows exactly the hourly budget in one hour and says to retry after 3600", () => {
    const { clock, call } = openAt(123_456, { burst: 50, hourly: 120 });
    let allowed = 0;
    for (let second = 0; second < 10; second++) {
      allowed += countAllowed(20, call);
      clock.nowMs += 1000;
    }
    expect(allowed).toBe(120);
    expect(call()).toEqual({
      allowed: false,
      retryAfterSeconds: 3600,
      limit: 120,
      remaining: 0,
      resetSeconds: 3590,
    });
  });

  it("says 3600 when both windows are used up", () => {
    const { call } = openAt(0, { burst: 10, hourly: 10 });
    countAllowed(10, call);
    expect(call().retryAfterSeconds).toBe(3600);
  });

  it("begins a window with its first call and ends it one length later, to the millisecond", () => {
    const { clock, call } = openAt(700, { burst: 2 });
    countAllowed(2, call);
    clock.nowMs = 1699;
    expect(call().allowed).toBe(false);
    clock.nowMs = 1700;
    expect(countAllowed(3, call)).toBe(2);
    clock.nowMs = 9_000;
    call();
    clock.nowMs = 9_999;
    call();
    expect(call().allowed).toBe(false);
  });

  it("charges the hourly budget nothing for calls that the burst budget refused", () => {
    const { clock, call } = openAt(0, { burst: 5, hourly: 10 });
    countAllowed(100, call);
    clock.nowMs = 1000;
    expect(countAllowed(100, call)).toBe(5);
  });

  it("charges the burst budget nothing, and begins no window, for calls that the hourly budget refused", () => {
    const { clock, call } = openAt(0, { burst: 5, hourly: 5 });
    countAllowed(5, call);
    clock.nowMs = 3_599_500;
    expect(countAllowed(3, call)).toBe(0);
    clock.nowMs = 3_600_000;
    expect(call()).toMatchObject({ allowed: true, remaining: 4, resetSeconds: 3600 });
    clock.nowMs = 3_600_900;
    expect(countAllowed(5, call)).toBe(4);
  });

  it("charges searches to the search budgets and to the general ones, and other calls to the general ones", () => {
    const { clock, call, search } = openAt(0, { burst: 10, hourly: 1000, searchBurst: 4, searchHourly: 6 });
    expect(countAllowed(5, search)).toBe(4);
    expect(search()).toMatchObject({ retryAfterSeconds: 1, limit: 4 });
    expect(countAllowed(10, call)).toBe(6);
    clock.nowMs = 1000;
    expect(countAllowed(5, search)).toBe(2);
    expect(search()).toMatchObject({ allowed: false, retryAfterSeconds: 3600, limit: 6 });
    expect(call().allowed).toBe(true);
  });

  it("keeps companies apart", () => {
    const { call } = openAt(0, { burst: 1 });
    expect(call(1).allowed).toBe(true);
    expect(call(2).allowed).toBe(true);
    expect(call(1).allowed).toBe(false);
  });

  it("keeps the count of a company's hour while others come and its second is over", () => {
    const { clock, call } = openAt(0, { burst: 5, hourly: 2 });
    call(1);
    clock.nowMs = 120_000;
    call(2);
    expect(countAllowed(2, () => call(1))).toBe(1);
  });

  it("describes the window with the fewest calls left in proportion", () => {
    const { clock, call } = openAt(0, { burst: 10, hourly: 30 });
    expect(call()).toMatchObject({ limit: 10, remaining: 9, resetSeconds: 1 });
    for (let second = 0; second < 5; second++) {
      countAllowed(5, call);
      clock.nowMs += 1000;
    }
    expect(call()).toEqual({
      allowed: true,
      retryAfterSeconds: null,
      limit: 30,
      remaining: 3,
      resetSeconds: 3595,
    });
  });

  it("limits nothing when all budgets are off, and no searches when the search budgets are off", () => {
    const { call } = openAt(0, {});
    expect(countAllowed(1000, call)).toBe(1000);
    expect(call().limit).toBe(0);
    const { search } = openAt(0, { searchHourly: 0, burst: 3 });
    expect(countAllowed(10, search)).toBe(3);
  });

  it("ends a window when the clock is set back", () => {
    const { clock, call } = openAt(10_000_000, { burst: 1 });
    call();
    clock.nowMs = 0;
    expect(call().allowed).toBe(true);
  });

  it("counts all calls of a batch, or none", async () => {
    const clock = { nowMs: 0 };
    const limiter = memoryRateLimiter(
      { burst: 10, hourly: 100, searchBurst: 3, searchHourly: 0 },
      () => clock.nowMs,
    );
    const take = (calls: number, searches = 0) => limiter.take(1, { calls, searches });
    expect(take(8, 2)).toMatchObject({ allowed: true });
    expect(take(3)).toMatchObject({ allowed: false, retryAfterSeconds: 1, limit: 10, remaining: 2 });
    expect(take(2, 2)).toMatchObject({ allowed: false, retryAfterSeconds: 1, limit: 3, remaining: 1 });
    expect(await limiter.readHourlyUse(1)).toEqual({ hourly: 8, searchHourly: 0 });
    expect(take(2, 1)).toMatchObject({ allowed: true });
    expect(() => take(11)).toThrow("It has 11 calls, and the company may make 10 in a second.");
    expect(() => take(4, 4)).toThrow("It has 4 searches, and the company may make 3 in a second.");
  });

  it("never allows more in a window than its budget, and never refuses below every budget", () => {
    const calls = fc.array(fc.record({ waitMs: fc.nat(700), isSearch: fc.boolean() }), { maxLength: 200 });
    const budgets = fc.record({
      burst: fc.nat(4),
      hourly: fc.nat(30),
      searchBurst: fc.nat(2),
      searchHourly: fc.nat(9),
    });
    fc.assert(
      fc.property(budgets, calls, (limits, sequence) => {
        const { clock, call, search } = openAt(5, limits);
        const model = new WindowModel(limits);
        for (const { waitMs, isSearch } of sequence) {
          clock.nowMs += waitMs;
          const verdict = isSearch ? search() : call();
          expect(verdict.allowed).toBe(model.take(clock.nowMs, isSearch));
        }
      }),
    );
  });
});

/** The simplest model of the rule: for each budget, the times it was charged at. */
class WindowModel {
  private readonly windows: { limit: number; lengthMs: number; forSearch: boolean; times: number[] }[];

  constructor(budgets: RateBudgets) {
    this.windows = [
      { limit: budgets.burst, lengthMs: 1000, forSearch: false, times: [] },
      { limit: budgets.hourly, lengthMs: 3_600_000, forSearch: false, times: [] },
      { limit: budgets.searchBurst, lengthMs: 1000, forSearch: true, times: [] },
      { limit: budgets.searchHourly, lengthMs: 3_600_000, forSearch: true, times: [] },
    ];
  }

  take(nowMs: number, isSearch: boolean): boolean {
    const applicable = this.windows.filter(({ limit, forSearch }) => limit > 0 && (isSearch || !forSearch));
    for (const window of applicable) {
      const [begin] = window.times;
      if (begin !== undefined && nowMs >= begin + window.lengthMs) {
        window.times = [];
      }
    }
    const allowed = applicable.every(({ limit, times }) => times.length < limit);
    if (allowed) {
      for (const { times } of applicable) {
        times.push(nowMs);
      }
    }
    return allowed;
  }
}
