import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { findProgram } from "../support/on-path.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { createDatabase } from "../support/shared-database.ts";
import { limiterPrograms, startSharedLimiter } from "../support/shared-limiter.ts";
import { startServer } from "../support/start-server.ts";

const whoami = "/v1/auth/whoami";

describeOwnServer("two servers with one REDIS_URL", () => {
  test.skipIf(findProgram(limiterPrograms) === null)(
    "share the budgets, and return 500 while the limiter is down",
    proves("limits.shared", "limits.shared.down", "errors.status.500"),
    async () => {
      await using limiter = await startSharedLimiter();
      await using database = await createDatabase("migrated");
      const settings = {
        DATABASE_URL: database.url,
        BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
        REDIS_URL: limiter.url,
        BOWLINE_RATE_BURST: "1000000",
        BOWLINE_RATE_HOURLY: "12",
      };
      await using one = await startServer(settings);
      await using two = await startServer(settings);
      const callers = [one, two].map((server) => createKeyCaller(one.adminApiKey, server));
      const calls = Array.from({ length: 10 }, () => callers.map((caller) => caller.get(whoami)));
      const responses = await Promise.all(calls.flat());
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(12);
      const refused = responses.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(8);
      for (const { headers } of refused) {
        expect(headers["retry-after"]).toBe("3600");
      }

      await limiter.stop();
      for (const caller of callers) {
        await refuse(caller.get(whoami), "INTERNAL_ERROR");
      }
      await limiter.start();
      for (const caller of callers) {
        await expect.poll(async () => (await caller.get(whoami)).status).toBe(200);
        await succeed(caller.get(whoami));
      }
    },
  );
});
