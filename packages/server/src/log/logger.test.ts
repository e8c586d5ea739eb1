import { describe, expect, it } from "vitest";
import { createLogger, logOften, writesText } from "./logger.ts";

function collect(isTerminal: boolean) {
  const lines: string[] = [];
  const log = createLogger({ level: "info", isTerminal, destination: { write: (line) => lines.push(line) } });
  return { lines, log };
}

describe("createLogger", () => {
  it("writes one JSON object a line, with the level as a word", () => {
    const { lines, log } = collect(false);
    log.warn({ port: 4400 }, "hello");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", port: 4400, msg: "hello" });
  });

  it("listens to nothing while it is silent", () => {
    const before = process.listenerCount("exit");
    createLogger({ level: "silent", isTerminal: false });
    expect(process.listenerCount("exit")).toBe(before);
  });

  it("writes text on a terminal", () => {
    const { lines, log } = collect(true);
    log.info({ port: 4400, folder: "a b" }, "listening");
    log.error({ err: new Error("gone") }, "database lost");
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d listening \(port=4400 folder="a b"\)\n$/);
    expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d error: database lost\n {9}gone\n$/);
  });

  it("lets no value begin a line or reach the terminal as a command", () => {
    const { lines, log } = collect(true);
    const forged = "a\n12:00:00 error: forged";
    log.warn({ one: forged, two: "b\r\u001b[2Jc", three: "\u202e\u0085\u2028", four: "d)(five=6" }, forged);
    log.error({ err: new Error(`${forged}\u0007`) }, "failed");
    expect(lines.map((line) => line.slice(9))).toEqual([
      'warning: a\n         12:00:00 error: forged (one="a\\n12:00:00 error: forged" two="b\\r\\u001b[2Jc" three="\\u202e\\u0085\\u2028" four="d)(five=6")\n',
      "error: failed\n         a\n         12:00:00 error: forged\\u0007\n",
    ]);
  });

  it("never writes the value of a known secret member", () => {
    for (const isTerminal of [false, true]) {
      const { lines, log } = collect(isTerminal);
      log.info({
        password: "canary",
        request: { headers: { authorization: "canary", "x-api-key": "canary" } },
        response: { tokens: { set: { refresh_token: "canary" } } },
        list: [{ deep: { deeper: { deepest: [{ token: "canary" }] } } }],
      });
      expect(lines).toHaveLength(1);
      expect(lines.join()).not.toContain("canary");
    }
  });

  it("writes text on a terminal, or where the setting says so", () => {
    expect([writesText("auto", true), writesText("auto", false)]).toEqual([true, false]);
    expect([writesText("text", false), writesText("json", true)]).toEqual([true, false]);
  });

  it("cuts off a value that refers to itself", () => {
    const { lines, log } = collect(false);
    const circle: Record<string, unknown> = { token: "canary" };
    circle.self = circle;
    log.info({ circle });
    expect(lines[0]).toContain("[deeper]");
    expect(lines[0]).not.toContain("canary");
  });

  it("writes the message, code and causes of an error, but not the row that a database quotes", () => {
    const { lines, log } = collect(false);
    const cause = Object.assign(new Error("duplicate key"), {
      code: "23505",
      detail: "Key (name)=(canary) exists",
    });
    log.error({ err: new Error("not stored", { cause }) }, "failed");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      err: { message: "not stored", cause: { message: "duplicate key", code: "23505" } },
    });
    expect(lines[0]).not.toContain("canary");
  });

  it("writes nothing below its level", () => {
    const { lines, log } = collect(false);
    log.debug("detail");
    expect(lines).toEqual([]);
  });
});

describe("logOften", () => {
  const members = { tool: 'a"b', status: 200, historyId: null, ms: 1.5, isDone: true };
  const dropTime = (line = "") => line.replace(/"time":"[^"]+"/, "").replace(/^[\d:]+/, "");

  it("writes what the log writes, as JSON and on a terminal", () => {
    for (const isTerminal of [false, true]) {
      const { lines, log } = collect(isTerminal);
      log.info(members, "execu\nted");
      logOften(log, members, "execu\nted");
      expect(dropTime(lines[1])).toBe(dropTime(lines[0]));
      expect(lines).toHaveLength(2);
    }
  });

  it("writes nothing where the log's level is higher", () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    logOften(createLogger({ level: "warn", isTerminal: false, destination }), members, "executed");
    expect(lines).toEqual([]);
  });
});
