import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { dirname } from "node:path";
import { expect, test } from "vitest";

// npm sends its signals to its own child only. Linux says which processes there are.
test.skipIf(process.platform !== "linux")("npm's own child is the operator's program", async () => {
  // A database that does not respond, so that the program waits.
  const database = createServer().listen(0, "127.0.0.1");
  await once(database, "listening");
  const { port } = database.address() as AddressInfo;
  const npm = spawn("npm", ["run", "company", "--", "create", "Example Ltd", "--email", "a@example.com"], {
    cwd: dirname(import.meta.dirname),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: `postgres://a@127.0.0.1:${port}/a`,
      BOWLINE_MASTER_KEY: Buffer.alloc(32).toString("base64"),
    },
    stdio: "ignore",
  });
  const ended = once(npm, "close");
  await Promise.race([once(database, "connection"), ended]);
  const [child = ""] = (await readFile(`/proc/${npm.pid}/task/${npm.pid}/children`, "utf8")).split(" ");
  try {
    expect(await readFile(`/proc/${child}/cmdline`, "utf8")).toContain("/packages/server/src/company.ts");
  } finally {
    process.kill(Number(child), "SIGKILL");
    await ended;
    database.close();
  }
});
