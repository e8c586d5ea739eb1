import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { findApiKey, findSecret } from "../support/secrets.ts";
import { startFailingServer } from "../support/start-server.ts";

let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

async function waitForLine(readLog: () => string, pattern: RegExp): Promise<string> {
  const find = () =>
    readLog()
      .split("\n")
      .find((one) => pattern.test(one)) ?? "";
  await expect.poll(find).toMatch(pattern);
  return find();
}

describeOwnServer("the log as JSON", () => {
  const own = useOwnServer({ BOWLINE_WEATHER: "sunny" });

  test(
    "has a line for an import, and one for each execution",
    proves("log.import", "log.execution"),
    async () => {
      const application = await importDownstream(downstream, { admin: own.admin });
      const imported = JSON.parse(await waitForLine(own.server.readLog, /"imported"/));
      expect(imported).toMatchObject({
        level: "info",
        application: application.slug,
        toolCount: expect.any(Number),
      });
      const { connectionId } = await connect(own.admin, application, { isDefault: true });
      const { historyId } = await execute(own.admin, application.tool("list_items"));
      const line = await waitForLine(own.server.readLog, /"executed"/);
      expect(JSON.parse(line)).toMatchObject({
        level: "info",
        tool: application.tool("list_items"),
        status: 200,
        ms: expect.any(Number),
        historyId,
        connectionId,
        requestId: expect.any(String),
      });
      const lines = own.server
        .readLog()
        .split("\n")
        .filter((one) => one.startsWith("{"));
      expect(lines.filter((one) => one.includes('"executed"'))).toHaveLength(1);
      expect(findSecret(lines.join("\n")) || findApiKey(lines.join("\n"))).toBeFalsy();
    },
  );

  test("warns about a variable that is not a setting", proves("settings.unknown"), async () => {
    const line = JSON.parse(await waitForLine(own.server.readLog, /BOWLINE_WEATHER/));
    expect(line).toMatchObject({ level: "warn", variable: "BOWLINE_WEATHER" });
    expect(JSON.stringify(line)).not.toContain("sunny");
  });
});

describeOwnServer("a failed start", () => {
  test("names the setting that was meant", proves("settings.misspelled"), async () => {
    const { exitCode, log } = await startFailingServer({ BOWLINE_LOG_LEVL: "debug" });
    expect(exitCode).toBe(1);
    expect(log).toContain("Did you mean BOWLINE_LOG_LEVEL?");
  });

  test("is one line when the port is in use", proves("start.port-in-use", "log.format"), async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = String((server.address() as AddressInfo).port);
    const text = await startFailingServer({ PORT: port, BOWLINE_LOG_FORMAT: "text" });
    expect(text.exitCode).toBe(1);
    expect(text.log).toBe(
      `Bowline cannot start: Port ${port} of 127.0.0.1 is in use. Stop the other program or set PORT to another one.\n`,
    );
    const json = await startFailingServer({ PORT: port, BOWLINE_LOG_FORMAT: "json" });
    expect(JSON.parse(json.log)).toMatchObject({ level: "fatal", msg: expect.stringContaining("is in use") });
    server.close();
  });

  test("says what to do about the data folder", proves("start.data-folder"), async () => {
    const folder = await mkdtemp(join(tmpdir(), "bowline-log-"));
    await writeFile(join(folder, "file"), "");
    const { exitCode, log } = await startFailingServer({ BOWLINE_DATA_DIR: join(folder, "file", "data") });
    await rm(folder, { recursive: true });
    expect(exitCode).toBe(1);
    expect(log).toContain("BOWLINE_DATA_DIR");
    expect(log).not.toContain("ENOTDIR");
  });
});
