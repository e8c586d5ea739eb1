import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { onFirstSignal } from "./signals.ts";

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
