import { z } from "zod";
import { dateTime } from "./primitives.ts";

const budget = z.int().meta({ description: "0: no limit." });

/** How the server is (decisions D72). Nothing in it is secret. */
export const serverStatus = z
  .object({
    version: z.string(),
    baseUrl: z.string(),
    startedDate: dateTime.meta({ description: "When the process that responds started." }),
    database: z.object({
      version: z.string(),
      isEmbedded: z.boolean(),
      latencyMs: z.number().meta({ description: "How long a query took that reads nothing." }),
    }),
    redis: z.object({ isReady: z.boolean() }).nullable().meta({
      description: "Null: none is configured, and each process counts calls by itself.",
    }),
    jobs: z
      .object({ waiting: z.int(), active: z.int(), failed: z.int() })
      .meta({ description: "Work in the background. Failed jobs are those of the last days." }),
    history: z.object({
      keeps: z.enum(["full", "metadata", "off"]),
      days: z.int().meta({ description: "How long records are kept." }),
    }),
    limits: z.object({ burst: budget, hourly: budget, searchBurst: budget, searchHourly: budget }).meta({
      description:
        "Calls of the company in a second and in an hour, and searches besides. The headers `ratelimit-remaining` and `ratelimit-reset` of each response say what is left.",
    }),
    limitUse: z.object({ hourly: z.int(), searchHourly: z.int() }).nullable().meta({
      description:
        "Calls and searches that were counted in the company's hour that runs: by all processes with Redis, else by the process that responds. Null: Redis does not respond.",
    }),
    catalog: z.object({
      applications: z.int(),
      tools: z.int(),
      builtInApplications: z.int().meta({ description: "Those of `applications` that are built in." }),
      hiddenApplications: z.int(),
    }),
    search: z.enum(["lexical", "hybrid"]),
    processes: z
      .array(
        z.object({
          host: z.string(),
          version: z.string(),
          startedDate: dateTime,
          aliveDate: dateTime.meta({ description: "The last sign of life. One comes every 10 seconds." }),
          isAlive: z.boolean().meta({ description: "Whether one came within 30 seconds." }),
        }),
      )
      .meta({
        description: "The processes that serve, on all nodes. One that was killed is listed for a day.",
      }),
    masterKey: z
      .object({
        since: dateTime.nullable().meta({ description: "Null: since before this was noted." }),
        isOnlyOne: z.boolean().meta({
          description: "Whether it wraps every data key, so that older master keys are not needed.",
        }),
      })
      .meta({ description: "The newest master key." }),
    builtIns: z
      .object({
        state: z.enum(["off", "waiting", "installed"]),
        version: z
          .string()
          .nullable()
          .meta({ description: "The version of the server that installed them." }),
        installedDate: dateTime.nullable(),
      })
      .meta({ description: "The built-in applications of the database." }),
  })
  .meta({ id: "ServerStatus" });
