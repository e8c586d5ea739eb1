import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { AcknowledgedWork } from "../support/acknowledged-work.ts";
import { hireActor } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { createKeyCaller } from "../support/caller.ts";
import { startDownstream } from "../support/downstream.ts";
import { startOutsideDatabase } from "../support/outside-database.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { ErrorEnvelope } from "../support/records.ts";
import { startServer } from "../support/start-server.ts";

const outagesMs = [0, 2500];

describeOwnServer("a database that stops under load", () => {
  test("loses no acknowledged work, and work continues when it runs again", {
    timeout: 300_000,
    ...proves("http.dependency.database-down", "http.dependency.safe-to-retry"),
  }, async () => {
    const downstream = await startDownstream();
    await using database = await startOutsideDatabase();
    await using server = await startServer({
      DATABASE_URL: database.url,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
    });
    const admin = createKeyCaller(server.adminApiKey, server);
    const application = await importDownstream(downstream, { admin });
    const actor = await hireActor({ admin, target: server });
    await connect(actor, application, { isDefault: true });
    const work = new AcknowledgedWork(application);
    const waitForWork = async (count: number) => {
      const wanted = work.count + count;
      while (work.count < wanted) {
        await delay(20);
      }
    };

    for (const outageMs of outagesMs) {
      work.begin(actor);
      await waitForWork(40);
      await database.stop();
      await delay(outageMs);
      await database.start();
      await waitForWork(40);
      await work.end();
      await work.checkRound(actor, downstream, false);
    }

    const codes = work.refusals.map(({ body }) => (body as ErrorEnvelope).errorCode);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => code !== "INTERNAL_ERROR")).toEqual([]);
    await work.checkEverything(actor, server);
    await downstream.stop();
  });
});
