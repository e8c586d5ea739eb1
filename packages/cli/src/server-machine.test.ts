import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { findFreePort } from "@bowline/acceptance/find-free-port.ts";
import { createDatabase, startServerOnDatabase } from "@bowline/acceptance/shared-database.ts";
import { startServer } from "@bowline/acceptance/start-server.ts";
import { expect, it } from "vitest";
import { openCommandLine, type Running } from "../testing/run-bowline.ts";

it("creates a company beside the running server", async () => {
  await using server = await startServer();
  const { port } = new URL(server.baseUrl);
  await using bowline = await openCommandLine({ BOWLINE_DATA_DIR: server.dataDir, PORT: port });
  const args = ["company", "create", "Example", "--email", "admin@example.com"];
  const { exitCode, stdout, stderr } = await bowline.run([...args, "--json"]);
  expect(exitCode, stderr).toBe(0);
  const { companyId, invitationUrl } = JSON.parse(stdout);
  expect(companyId).toBeGreaterThan(0);
  expect((await fetch(invitationUrl)).status).toBe(200);
  expect((await bowline.run(["company", "create", "Example"])).exitCode).toBe(2);
  const wrong = await bowline.run(["company", "create", "Example", "--email", "not an address"]);
  expect(wrong).toMatchObject({ exitCode: 2, stdout: "", stderr: "The e-mail address is not valid.\n" });
});

it("prints the invitation of a company although Ctrl+C was pressed in the middle", async () => {
  await using server = await startServerOnDatabase();
  const database = new URL(server.databaseSettings.DATABASE_URL ?? "");
  const pressed = Promise.withResolvers<void>();
  await using gate = createServer((socket) => {
    void pressed.promise.then(() => {
      const onward = connect(Number(database.port), database.hostname);
      socket.pipe(onward).pipe(socket);
      socket.on("error", () => onward.destroy());
    });
  });
  await once(gate.listen(0, "127.0.0.1"), "listening");
  const address = new URL(database);
  address.port = String((gate.address() as AddressInfo).port);
  await using bowline = await openCommandLine({ ...server.databaseSettings, DATABASE_URL: address.href });
  let running: Running | undefined;
  const run = bowline.run(["company", "create", "Example", "--email", "admin@example.com", "--json"], {
    watch: (started) => {
      running = started;
    },
  });
  await once(gate, "connection");
  running?.kill("SIGINT");
  pressed.resolve();
  const { exitCode, stdout, stderr } = await run;
  expect(exitCode, stderr).toBe(130);
  expect(JSON.parse(stdout).invitationUrl).toMatch(/^http/);
});

it("copies the database of a server that is stopped", async () => {
  await using database = await createDatabase("template1");
  await using server = await startServer();
  await using bowline = await openCommandLine({ BOWLINE_DATA_DIR: server.dataDir });
  const to = new URL(database.url);
  const { password } = to;
  to.password = "";
  const copy = (typed = password) =>
    bowline.run(["database", "copy", "--to", to.href], { environment: { PGPASSWORD: typed } });
  expect(await copy()).toMatchObject({ exitCode: 1, stdout: "" });
  await server.stop();
  expect(await copy("wrong")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("password") });
  const { exitCode, stdout, stderr } = await copy();
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toContain("What to do now:");
  expect(await bowline.run(["database", "copy"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--to <address>"),
  });
});

it("starts the server, which stops on SIGTERM", async () => {
  const port = String(await findFreePort());
  await using bowline = await openCommandLine({ PORT: port, BOWLINE_BUILT_INS: "off" });
  const environment = { BOWLINE_DATA_DIR: `${bowline.home}/data` };
  const serving = await bowline.run(["serve"], {
    environment,
    watch: (running) => {
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      void expect
        .poll(isReady, { timeout: 120_000 })
        .toBe(true)
        .then(() => running.kill("SIGTERM"));
    },
  });
  expect(serving.exitCode, serving.stderr).toBe(0);
});
