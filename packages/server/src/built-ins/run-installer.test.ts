import { expect, test } from "vitest";
import { runInstaller } from "./run-installer.ts";

test("starts no process when it is stopped already", async () => {
  const stopped = new Error("The server stops.");
  const task = { connectionConfig: {}, cacheDir: "", key: "", serverVersion: "", slugs: [], addresses: {} };
  await expect(
    runInstaller({ ...task, isHybrid: false, failedBefore: [] }, () => {}, AbortSignal.abort(stopped)),
  ).rejects.toBe(stopped);
  expect(process.getActiveResourcesInfo()).not.toContain("ProcessWrap");
});
