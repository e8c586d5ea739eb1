import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { startSilentProxy } from "@bowline/acceptance/silent-proxy.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isMariaDbMissing, startMysqlDatabase } from "../../../testing/mysql-database.ts";
import { createSqlDatabase } from "../../../testing/sql-database.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import type { Outcome } from "../outcome.ts";
import { openRuntimes, type Runtimes } from "../runtimes.ts";

const databases = [
  ["postgresql", createSqlDatabase],
  ["mysql", startMysqlDatabase],
] as const;
const maySkip = process.env.CI !== "true";
/** Of the corruptions. Fixed, so that every run tries the same ones. */
const seed = 4711;

/** Numbers from 0 to 2^31 that are the same in every run (a linear congruential generator). */
function* listNumbers(): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state;
  }
}

describe.each(databases)("%s", (dialect, start) => {
  describe.skipIf(dialect === "mysql" && isMariaDbMissing && maySkip)("in bad company", () => {
    let database: Awaited<ReturnType<typeof createSqlDatabase | typeof startMysqlDatabase>>;
    let egress: Egress;
    let runtimes: Runtimes;

    beforeAll(async () => {
      database = await start();
      const setUp = [
        "CREATE TABLE items (id int PRIMARY KEY, name varchar(100))",
        "INSERT INTO items VALUES (1, 'a'), (2, NULL)",
      ];
      if ("folder" in database) {
        await database.query(...setUp, "GRANT ALL ON shop.* TO reader");
      } else {
        await database.owner.query([...setUp, `GRANT ALL ON items TO ${database.user}`].join(";"));
      }
      egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
      runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
    });

    afterAll(async () => {
      await database?.close();
      await egress?.close();
    });

    function call(
      operation: "select_rows" | "read_query" | "insert_rows",
      input: Record<string, unknown>,
      { port = database.port, timeoutMs = 60_000 } = {},
    ): Promise<Outcome> {
      const { name, user, password } = database;
      const own = { host: "127.0.0.1", port, database: name, user, password };
      const variables = { ...own, sslMode: "disable", readOnly: "false" };
      return runtimes
        .compile({ kind: "sql", dialect, operation })
        .prepare(
          { serverUrl: `${dialect}://{host}:{port}`, variables, placements: [], secretValues: [password] },
          input,
        )
        .send({ timeoutMs, maxBytes: 1_000_000, mayRepeat: false });
    }
    const one = { sql: "SELECT 1 AS one" };

    it("a server whose bytes are changed on the way fails its own calls only", {
      timeout: 240_000,
    }, async () => {
      const numbers = listNumbers();
      const next = () => numbers.next().value;
      let changes = 0;
      const sockets = new Set<Socket>();
      const relay = createServer((client) => {
        const server = connect(Number(database.port), "127.0.0.1");
        sockets.add(client.on("error", () => server.destroy()));
        client.on("close", () => server.destroy());
        server.on("error", () => client.destroy());
        client.pipe(server);
        server.on("data", (chunk: Buffer) => {
          // Every third response or so, at the login and after it.
          if (next() % 3 === 0) {
            changes++;
            chunk[next() % chunk.length] = next() % 256;
          }
          client.write(chunk);
        });
        server.on("close", () => client.end());
      }).listen(0, "127.0.0.1");
      await once(relay, "listening");
      const port = String((relay.address() as AddressInfo).port);
      for (let count = 0; count < 40; count++) {
        // It ends, and nothing is thrown anywhere: an error that nobody catches fails the run.
        await call("select_rows", { table: "items" }, { port, timeoutMs: 1500 });
      }
      expect(changes).toBeGreaterThan(10);
      for (const socket of sockets) {
        socket.destroy();
      }
      relay.close();
      expect(await call("read_query", one)).toMatchObject({
        isSuccess: true,
        output: { rows: [{ one: 1 }] },
      });
    });

    it("a server that falls silent ends the call in time, and is used again when it speaks", async () => {
      const proxy = await startSilentProxy({ host: "127.0.0.1", port: Number(database.port) });
      const port = String(proxy.port);
      expect(await call("read_query", one, { port })).toMatchObject({ isSuccess: true });
      proxy.silence();
      // One over the idle connection, and others that cannot even log in.
      const silent = await Promise.all(
        [1, 2, 3].map(() => call("read_query", one, { port, timeoutMs: 1000 })),
      );
      for (const outcome of silent) {
        expect(outcome).toMatchObject({ isSuccess: false, kind: "timeout" });
      }
      proxy.speak();
      expect(await call("read_query", one, { port })).toMatchObject({ isSuccess: true });
      proxy.close();
    });

    it("a list of any length is searched or refused", async () => {
      const where = (length: number) => ({
        table: "items",
        where: [{ column: "id", operator: "in", value: Array.from({ length }, (_, index) => index) }],
      });
      expect(await call("select_rows", where(5000))).toMatchObject({ output: { rows: { length: 2 } } });
      expect(await call("select_rows", where(70_000))).toMatchObject({
        isSuccess: false,
        message: expect.stringContaining("65535"),
      });
    });

    it("values are stored and found as they are, or refused", async () => {
      const values = [
        "\\",
        "\\'; DROP TABLE items; --",
        "/* ' */ -- # `\"$1?",
        "$$",
        "%_\\%",
        "\u{10FFFF}",
        "a\r\n\t",
        "' OR ''='",
        "\u0000",
        "a\u0000b",
      ];
      for (const [index, name] of values.entries()) {
        const id = 100 + index;
        const written = await call("insert_rows", { table: "items", rows: [{ id, name }] });
        if (written.isSuccess) {
          const where = [
            { column: "id", operator: "eq", value: id },
            { column: "name", operator: "eq", value: name },
          ];
          const found = await call("select_rows", { table: "items", where });
          expect(found).toMatchObject({ output: { rows: [{ id, name }] } });
        } else {
          expect(written.kind).toBe("downstreamRefused");
          expect(name).toContain("\u0000");
        }
      }
      expect(await call("read_query", one)).toMatchObject({ isSuccess: true });
    });
  });
});
