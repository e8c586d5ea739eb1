import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { AcknowledgedWork } from "../support/acknowledged-work.ts";
import { hireActor } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { createKeyCaller } from "../support/caller.ts";
import { startDownstream } from "../support/downstream.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { findPostmaster, startServer } from "../support/start-server.ts";

/** Each takes about three seconds of CPU time. `KILL_ROUNDS=50` is for a machine with time. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2);

describeOwnServer("kill -9 under load", () => {
  test(`loses no acknowledged work and sends nothing twice, ${rounds} times in a row`, {
    timeout: 600_000,
    ...proves("operations.durable.kill", "history.durable", "idempotency.replay"),
  }, async () => {
    const downstream = await startDownstream();
    await using server = await startServer();
    const admin = createKeyCaller(server.adminApiKey, server);
    const application = await importDownstream(downstream, { admin });
    const actor = await hireActor({ admin, target: server });
    await connect(actor, application, { isDefault: true });
    const work = new AcknowledgedWork(application);

    let running = server;
    for (let round = 0; round < rounds; round++) {
      const before = work.count;
      work.begin(createKeyCaller(actor.apiKey, running));
      // Kills at a different moment each time, when some work is done.
      while (work.count < before + 20) {
        await delay(10);
      }
      await delay(round * 40);
      const databasePid = findPostmaster(server.dataDir);
      await running.kill();
      if (round % 2 === 1 && databasePid !== null) {
        process.kill(databasePid, "SIGKILL");
      }
      await work.end();
      expect(work.refusals.map(({ text }) => text)).toEqual([]);

      running = await running.restart();
      await work.checkRound(createKeyCaller(actor.apiKey, running), downstream);
    }

    await work.checkEverything(createKeyCaller(actor.apiKey, running), running);
    expect(await running.stop()).toBe(0);
    await downstream.stop();
  });
});
