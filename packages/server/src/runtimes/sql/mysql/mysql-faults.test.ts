import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MysqlCaller, type MysqlCallOptions } from "../../../../testing/call-mysql.ts";
import {
  isMariaDbMissing,
  type MysqlDatabase,
  startMysqlDatabase,
} from "../../../../testing/mysql-database.ts";
import { readOutput, readRefusal } from "../../../../testing/read-outcome.ts";
import { type Egress, openEgress } from "../../../egress/egress.ts";
import { openRuntimes, type Runtimes } from "../../runtimes.ts";

const maySkip = process.env.CI !== "true";

describe.skipIf(isMariaDbMissing && maySkip)("a MySQL database", () => {
  let database: MysqlDatabase;
  let egress: Egress;
  let runtimes: Runtimes;

  beforeAll(async () => {
    database = await startMysqlDatabase();
    await database.query(
      "CREATE TABLE items (id int PRIMARY KEY, name text)",
      "INSERT INTO items VALUES (1, 'one')",
      "GRANT ALL ON shop.items TO reader",
      "CREATE TABLE hidden (id int)",
    );
    egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8", "::1/128"] });
    runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
  });

  afterAll(async () => {
    await database?.close();
    await egress?.close();
  });

  const query = (sql: string, values: unknown[] = [], options: MysqlCallOptions = {}) =>
    new MysqlCaller(runtimes, database).query(sql, values, options);

  describe("ends", () => {
    it("a statement that takes too long", async () => {
      for (const sql of ["SELECT SLEEP(60)", "SELECT BENCHMARK(1e15, SHA2('x', 512))"]) {
        expect(await readRefusal(query(sql, [], { timeoutMs: 1500 }))).toMatchObject({ kind: "timeout" });
      }
      expect(await readOutput(query("SELECT 1 AS one"))).toMatchObject({ rows: [{ one: 1 }] });
    });

    it("a statement whose caller went away, and undoes it", async () => {
      const fields = { ...database.owner, readOnly: "false" };
      const signal = AbortSignal.timeout(1500);
      const sql = "UPDATE items SET name = 'two' WHERE SLEEP(60) = 0";
      const { message } = await readRefusal(query(sql, [], { fields, signal }));
      expect(message).toBe("The call was canceled.");
      // A connection of its own ends the statement, which would run for a minute.
      await expect
        .poll(() => database.query("SELECT id FROM information_schema.PROCESSLIST WHERE INFO LIKE 'UPDATE%'"))
        .toEqual([]);
      expect(await database.query("SELECT name FROM items")).toEqual([{ name: "one" }]);
    });

    it("a result that is too large, also a single value", async () => {
      const options = { maxBytes: 100_000, fields: database.owner };
      for (const sql of [
        "SELECT REPEAT('x', 10000000) AS value",
        "SELECT REPEAT('x', 1000) AS value FROM seq_1_to_200",
      ]) {
        expect(await readRefusal(query(sql, [], options))).toMatchObject({ kind: "outputTooLarge" });
      }
    });

    it("a query of more rows than anybody reads", async () => {
      for (const sql of [
        "SELECT seq FROM seq_1_to_100000000",
        "SELECT seq FROM seq_1_to_100000000 LIMIT 90000000",
      ]) {
        const begin = performance.now();
        expect(await query(sql, [], { fields: database.owner })).toMatchObject({
          resultsCut: "rows",
          output: { rows: { length: 1000 } },
        });
        expect(performance.now() - begin).toBeLessThan(30_000);
      }
      expect(await readOutput(query("SELECT 1 AS one"))).toMatchObject({ rows: [{ one: 1 }] });
    });
  });

  describe("tells why", () => {
    it("it refused the credentials, a right, or a database, or is not there", async () => {
      const refuse = (fields: Record<string, string>, sql = "SELECT 1") =>
        readRefusal(query(sql, [], { fields }));
      const wrong = await refuse({ password: "wrong-password" });
      expect(wrong.kind).toBe("authorizationExpired");
      expect(wrong.message).not.toContain("wrong-password");
      expect(await refuse({ port: "1" })).toMatchObject({ kind: "downstreamUnavailable" });
      expect(await refuse({ database: "none" })).toMatchObject({ kind: "missingScope" });
      expect(await refuse({ ...database.owner, database: "none" })).toMatchObject({
        kind: "downstreamRefused",
      });
      expect(await refuse({}, "SELECT * FROM hidden")).toMatchObject({ kind: "missingScope" });
      expect((await refuse({ sslMode: "require" })).message).toContain("sslMode");
      expect(await readOutput(query("SELECT 1 AS one", [], { fields: { sslMode: "prefer" } }))).toMatchObject(
        {
          rows: [{ one: 1 }],
        },
      );
    });

    it("its address is refused", async () => {
      const closed = openEgress({ allowedPrivateNetworks: [] });
      const caller = new MysqlCaller(openRuntimes(closed, { folder: null, onReport: () => {} }), database);
      for (const host of ["127.0.0.1", "localhost", "[::1]", "169.254.169.254"]) {
        const { message } = await readRefusal(caller.call("list_tables", {}, { fields: { host } }));
        expect(message).toContain("BOWLINE_ALLOWED_PRIVATE_NETWORKS");
      }
      await closed.close();
    });

    it("without the password", async () => {
      const { rows } = await readOutput(query("SELECT ? AS said", [`see ${database.password}`]));
      expect(JSON.stringify(rows)).not.toContain("ss-word");
      const { message } = await readRefusal(query(`SELECT * FROM \`${database.password}\``));
      expect(message).not.toContain("ss-word");
    });
  });

  describe("'s connections", () => {
    it("are replaced when the database closed them", async () => {
      const connectionId = async () =>
        ((await readOutput(query("SELECT CONNECTION_ID() AS id"))).rows as { id: number }[])[0]?.id;
      await database.query(`KILL ${await connectionId()}`);
      expect(await readOutput(query("SELECT 1 AS one"))).toMatchObject({ rows: [{ one: 1 }] });
    });

    it("are few, and are used again", async () => {
      const sql = "SELECT CONNECTION_ID() AS id, SLEEP(0.02)";
      const results = await Promise.all(Array.from({ length: 12 }, () => readOutput(query(sql))));
      const ids = results.map(({ rows }) => (rows as { id: number }[])[0]?.id);
      expect(new Set(ids).size).toBeLessThanOrEqual(4);
    });

    it("are never used with other fields than they were opened with", async () => {
      const id = async (fields: Record<string, string>) =>
        (await readOutput(query("SELECT CONNECTION_ID() AS id", [], { fields }))).rows;
      expect(await id({})).not.toEqual(await id({ readOnly: "false" }));
      expect(await readRefusal(query("SELECT 1", [], { fields: { password: "another one" } }))).toMatchObject(
        {
          kind: "authorizationExpired",
        },
      );
    });
  });

  it("may have any SQL mode and any character set", async () => {
    const [before] = await database.query(
      "SELECT @@GLOBAL.sql_mode AS mode, @@GLOBAL.character_set_server AS charset",
    );
    const writing = { fields: { readOnly: "false" } };
    for (const mode of [
      "ANSI_QUOTES,NO_BACKSLASH_ESCAPES",
      "ORACLE",
      "MSSQL",
      "PIPES_AS_CONCAT,PAD_CHAR_TO_FULL_LENGTH",
      "",
    ]) {
      await database.query(`SET GLOBAL sql_mode = '${mode}'`, "SET GLOBAL character_set_server = gbk");
      // A pool of its own, so that no connection has the settings of before.
      const caller = new MysqlCaller(openRuntimes(egress, { folder: null, onReport: () => {} }), database);
      const name = "縗' OR 1=1 -- \\' \" ` \u{1F600}";
      const rows = [{ id: 5, name }];
      expect(await readOutput(caller.call("insert_rows", { table: "items", rows }, writing))).toEqual({
        affectedRows: 1,
        rows,
      });
      const where = [{ column: "name", operator: "eq", value: name }];
      const shape = { filters: [{ fieldName: "name", operator: "startsWith" as const, value: "縗" }] };
      expect(await readOutput(caller.call("select_rows", { table: "items", where }, { shape }))).toEqual({
        rows,
      });
      expect(await readOutput(caller.call("delete_rows", { table: "items", where }, writing))).toEqual({
        affectedRows: 1,
      });
      const tooLarge = [{ id: 99_999_999_999 }];
      expect(
        await readRefusal(caller.call("insert_rows", { table: "items", rows: tooLarge }, writing)),
      ).toMatchObject({
        kind: "downstreamRefused",
      });
    }
    await database.query(
      `SET GLOBAL sql_mode = '${before?.mode}'`,
      `SET GLOBAL character_set_server = ${before?.charset}`,
    );
  });
});

/** One packet: three bytes of length, its number, its content. */
function packet(number: number, content: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUIntLE(content.length, 0, 3);
  header[3] = number;
  return Buffer.concat([header, content]);
}

const capabilities = 0x00_0c_a2_0f | (1 << 19) | (1 << 15);

/** The greeting of a server, protocol 10. */
function greet(plugin: string): Buffer {
  const flags = Buffer.alloc(4);
  flags.writeUInt32LE(capabilities >>> 0);
  return packet(
    0,
    Buffer.concat([
      Buffer.from("\x0a8.0.0-hostile\0", "latin1"),
      Buffer.from([1, 0, 0, 0]),
      Buffer.from("12345678\0", "latin1"),
      flags.subarray(0, 2),
      Buffer.from([45, 2, 0]),
      flags.subarray(2),
      Buffer.from([21]),
      Buffer.alloc(10),
      Buffer.from("123456789012\0", "latin1"),
      Buffer.from(`${plugin}\0`),
    ]),
  );
}

const ok = (number: number) => packet(number, Buffer.from([0, 0, 0, 2, 0, 0, 0]));

describe("a server that is no MySQL database", () => {
  let egress: Egress;
  let runtimes: Runtimes;
  const password = "the-password-itself";

  beforeAll(() => {
    egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
    runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
  });
  afterAll(() => egress?.close());

  const repeat = (content: Buffer) => (socket: Socket) =>
    void setInterval(() => socket.write(content), 1).unref();

  /** Runs a query at a server that behaves like this. Returns the failure and what the server received. */
  async function run(
    listen: (socket: Socket) => void,
    fields: Record<string, string> = {},
    timeoutMs = 20_000,
  ) {
    const received: Buffer[] = [];
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      socket.on("data", (data: Buffer) => received.push(data));
      listen(socket);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = String((server.address() as AddressInfo).port);
    const caller = new MysqlCaller(runtimes, { port, name: "shop", user: "reader", password });
    const refusal = await readRefusal(caller.query("SELECT 1", [], { fields, timeoutMs }));
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
    return { ...refusal, received: Buffer.concat(received).toString("latin1") };
  }

  const behaviors: [name: string, listen: (socket: Socket) => void, kinds: string[]][] = [
    ["says nothing", () => {}, ["timeout"]],
    ["hangs up", (socket) => socket.destroy(), ["downstreamUnavailable"]],
    [
      "greets and hangs up",
      (socket) => socket.end(greet("mysql_native_password")),
      ["downstreamUnavailable"],
    ],
    [
      "sends rubbish",
      (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"),
      ["downstreamUnavailable", "invalidOutput", "timeout"],
    ],
    [
      "sends an old protocol",
      (socket) => socket.write(packet(0, Buffer.from("\x09x\0".repeat(20)))),
      ["invalidOutput", "timeout"],
    ],
    [
      "sends an empty greeting",
      (socket) => socket.write(packet(0, Buffer.alloc(0))),
      ["invalidOutput", "timeout"],
    ],
    ["sends without end", repeat(Buffer.alloc(65_536, 82)), ["invalidOutput"]],
    ["sends packets without end", repeat(Buffer.alloc(65_536, 0)), ["invalidOutput"]],
    [
      "sends huge packets",
      repeat(Buffer.concat([Buffer.from([255, 255, 255, 0]), Buffer.alloc(65_536)])),
      ["invalidOutput"],
    ],
  ];

  it.each(behaviors)("and %s is a failure of its call", async (_, listen, kinds) => {
    const log = vi.spyOn(console, "error");
    for (const sslMode of ["disable", "prefer", "require"]) {
      const { kind } = await run(listen, { sslMode }, kinds.includes("timeout") ? 1500 : 20_000);
      expect([...kinds, "downstreamUnavailable"]).toContain(kind);
    }
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });

  it("gets no file when it asks for one", async () => {
    const { kind, received } = await run(
      (socket) => {
        socket.write(greet("mysql_native_password"));
        socket.once("data", () => {
          socket.write(ok(2));
          socket.on("data", () => socket.write(packet(1, Buffer.from("\xfb/etc/passwd", "latin1"))));
        });
      },
      {},
      3000,
    );
    expect(["invalidOutput", "downstreamUnavailable", "timeout"]).toContain(kind);
    expect(received).not.toContain("root:");
  });

  it.each(["mysql_clear_password", "caching_sha2_password", "sha256_password", "dialog", "__proto__"])(
    "gets no password through %s when the connection is not encrypted",
    async (plugin) => {
      for (const asks of [
        // At once, by a switch, or by asking for the key or the password in the middle.
        (socket: Socket) => socket.write(greet(plugin)),
        (socket: Socket) => {
          socket.write(greet("mysql_native_password"));
          socket.once("data", () =>
            socket.write(packet(2, Buffer.from(`\xfe${plugin}\x0012345678901234567890\0`, "latin1"))),
          );
        },
      ]) {
        const { kind, received } = await run(
          (socket) => {
            asks(socket);
            let number = 2;
            socket.on("data", () => {
              number += 2;
              socket.write(packet(number, Buffer.from([1, 4])));
            });
          },
          {},
          3000,
        );
        expect(["downstreamUnavailable", "invalidOutput", "timeout"]).toContain(kind);
        expect(received).not.toContain(password);
      }
    },
  );
});
