import { expect, test } from "vitest";
import { planRenewal } from "./plan-renewal.ts";

const issuedAtMs = Date.UTC(2026, 0, 1);
const plan = (lifetimeSeconds: number | null, isRenewable: boolean, random: number) =>
  planRenewal({ issuedAtMs, lifetimeSeconds, isRenewable }, random);
const secondsUntil = (date: Date | null) => ((date?.getTime() ?? Number.NaN) - issuedAtMs) / 1000;

test("a token of an hour is due five minutes before it expires, plus or minus a quarter of that", () => {
  expect(secondsUntil(plan(3600, true, 0).tokenDueDate)).toBe(3600 - 225);
  expect(secondsUntil(plan(3600, true, 1).tokenDueDate)).toBe(3600 - 375);
  expect(secondsUntil(plan(3600, true, 1).tokenExpiresDate)).toBe(3600);
});

test("a token of seconds is due in the last fifth of its lifetime", () => {
  expect(secondsUntil(plan(10, true, 0.5).tokenDueDate)).toBe(8);
});

test("a token that cannot be renewed is due when it expires", () => {
  expect(secondsUntil(plan(3600, false, 0.5).tokenDueDate)).toBe(3600);
});

test("a token without a lifetime is never due, and one of a thousand years has a date", () => {
  expect(plan(null, true, 0.5).tokenDueDate).toBeNull();
  expect(Number.isNaN(secondsUntil(plan(1e15, true, 0.5).tokenDueDate))).toBe(false);
});
