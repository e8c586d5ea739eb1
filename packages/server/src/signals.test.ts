import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { finishDespiteSignals, onFirstSignal } from "./signals.ts";

describe("onFirstSignal", () => {
  it("reports only the first of several signals", () => {
    const target = new EventEmitter();
    const signals: string[] = [];
    onFirstSignal(target as NodeJS.Process, (signal) => signals.push(signal));
    target.emit("SIGINT");
    target.emit("SIGINT");
    target.emit("SIGTERM");
    expect(signals).toEqual(["SIGINT"]);
  });
});

describe("finishDespiteSignals", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("ignores a signal that npm sends a second time, and leaves a later one to the system", () => {
    const target = new EventEmitter();
    finishDespiteSignals(target as NodeJS.Process);
    // `emit` returns whether there is a listener.
    expect(target.emit("SIGINT")).toBe(true);
    expect(target.emit("SIGINT")).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(target.emit("SIGINT")).toBe(false);
    expect(target.emit("SIGTERM")).toBe(true);
  });
});
