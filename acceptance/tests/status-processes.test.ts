import { expect, test } from "vitest";
import { createKeyCaller, succeed } from "../support/caller.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";

interface Status {
  version: string;
  processes: { version: string; startedDate: string; aliveDate: string; isAlive: boolean }[];
  masterKey: { since: string | null; isOnlyOne: boolean };
  builtIns: { state: string; installedDate: string | null };
}

describeOwnServer("the status of a server", () => {
  const own = useOwnServer();

  test("names its processes, its master key and its catalog", proves("status.operation"), async () => {
    const read = () => succeed<Status>(own.admin.get("/v1/status"));
    const { version, processes, masterKey, builtIns } = await read();
    expect(processes).toMatchObject([{ version, isAlive: true }]);
    expect(masterKey).toEqual({ since: expect.any(String), isOnlyOne: true });
    expect(builtIns).toEqual({ state: "off", version: null, installedDate: null });
    const [first] = processes;
    await own.server.kill();
    const next = await own.server.restart();
    try {
      const after = await succeed<Status>(createKeyCaller(own.server.adminApiKey, next).get("/v1/status"));
      expect(after.processes).toHaveLength(2);
      expect(after.processes[0]?.startedDate).toBe(first?.startedDate);
      expect(after.masterKey).toEqual(masterKey);
    } finally {
      await next.stop();
    }
  });
});
