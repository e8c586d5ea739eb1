import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isMariaDbMissing, startMysqlDatabase } from "../../../testing/mysql-database.ts";
import { createSqlDatabase } from "../../../testing/sql-database.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openRuntimes } from "../runtimes.ts";
import type { Link } from "./dialect.ts";
import { IdleLinks } from "./idle-links.ts";

class CountedLink implements Link {
  bytesRead = 0;
  isUsable = true;
  end(): void {
    this.isUsable = false;
  }
  transact(): never {
    throw new Error("No call uses it.");
  }
}

describe("idle connections", () => {
  it("are few over all databases, and those that waited longest are closed", () => {
    const idle = new IdleLinks();
    const links = Array.from({ length: 200 }, () => new CountedLink());
    for (const [index, link] of links.entries()) {
      idle.keep(`database ${index}`, link);
    }
    expect(idle.count).toBe(64);
    expect(links.map(({ isUsable }) => isUsable)).toEqual(links.map((_, index) => index >= 200 - 64));
    expect(idle.take("database 0")).toBeUndefined();
    expect(idle.take("database 199")).toBe(links[199]);
    expect(idle.take("database 199")).toBeUndefined();
    expect(idle.count).toBe(63);
  });

  it("are lent to calls with the same fields only, the last one first", () => {
    const idle = new IdleLinks();
    const [first, second, other] = [new CountedLink(), new CountedLink(), new CountedLink()];
    idle.keep("a", first);
    idle.keep("a", second);
    idle.keep("b", other);
    expect(idle.take("a")).toBe(second);
    first.isUsable = false;
    expect(idle.take("a")).toBeUndefined();
    expect(idle.take("b")).toBe(other);
    expect(idle.count).toBe(0);
  });

  it("are closed when their server sends something", async () => {
    const idle = new IdleLinks();
    const [loud, quiet] = [new CountedLink(), new CountedLink()];
    idle.keep("a", loud);
    idle.keep("a", quiet);
    loud.bytesRead += 5000;
    quiet.bytesRead += 200;
    await expect.poll(() => loud.isUsable).toBe(false);
    expect(idle.take("a")).toBe(quiet);
  });
});

const databases = [
  ["postgresql", createSqlDatabase],
  ["mysql", startMysqlDatabase],
] as const;
const maySkip = process.env.CI !== "true";

describe.each(databases)("a server of %s", (dialect, start) => {
  describe.skipIf(dialect === "mysql" && isMariaDbMissing && maySkip)("that floods", () => {
    let database: Awaited<ReturnType<typeof start>>;
    let egress: Egress;

    beforeAll(async () => {
      database = await start();
      if ("folder" in database) {
        await database.query("GRANT SELECT ON shop.* TO reader");
      }
      egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
    });

    afterAll(async () => {
      await database?.close();
      await egress?.close();
    });

    it("an idle connection is cut off, and the next call connects anew", async () => {
      const clients = new Set<Socket>();
      const relay = createServer((client) => {
        const server = connect(Number(database.port), "127.0.0.1");
        clients.add(client.on("error", () => server.destroy()));
        server.on("error", () => client.destroy());
        client.pipe(server).pipe(client);
      }).listen(0, "127.0.0.1");
      await once(relay, "listening");
      const { name, user, password } = database;
      const port = String((relay.address() as AddressInfo).port);
      const variables = { host: "127.0.0.1", port, database: name, user, password, sslMode: "disable" };
      const serverUrl = `${dialect}://{host}:{port}`;
      const runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
      const call = () =>
        runtimes
          .compile({ kind: "sql", dialect, operation: "read_query" })
          .prepare({ serverUrl, variables, placements: [], secretValues: [] }, { sql: "SELECT 1 AS one" })
          .send({ timeoutMs: 60_000, maxBytes: 1_000_000, mayRepeat: false });
      expect(await call()).toMatchObject({ isSuccess: true });
      expect(clients.size).toBe(1);
      const [flooded] = clients;
      // A message to PostgreSQL's clients whose length is 16 MB, and no packet of MySQL at all.
      flooded?.write(Buffer.from([0x4e, 1, 0, 0, 0]));
      let sent = 0;
      while (flooded?.writable && sent < 1000) {
        flooded.write(Buffer.alloc(65_536, 65));
        sent++;
        await delay(5);
      }
      expect(sent).toBeLessThan(1000);
      expect(await call()).toMatchObject({ isSuccess: true, output: { rows: [{ one: 1 }] } });
      expect(clients.size).toBe(2);
      for (const client of clients) {
        client.destroy();
      }
      relay.close();
    });
  });
});
