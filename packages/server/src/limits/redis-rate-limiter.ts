import { hash } from "node:crypto";
import { Redis } from "ioredis";
import { type Budget, checkSize, countOf, listApplicableBudgets } from "./applicable-budgets.ts";
import {
  type Charge,
  type RateBudgets,
  type RateLimiter,
  RateLimiterUnavailableError,
} from "./rate-limiter.ts";
import { takeScript } from "./take-script.ts";
import { buildVerdict, type Verdict } from "./verdict.ts";

const takeScriptSha1 = hash("sha1", takeScript, "hex");

const closedReason = "The connection was closed.";

/** How the shared limiter handles a Redis that does not respond. */
export interface RedisRateLimiterOptions {
  /** How long a call waits for Redis before it fails. Default 500. */
  commandTimeoutMs?: number;
  /**
   * Called once when Redis is lost (with the reason), and once when it is back (null). In between, it is called again when Redis
   * says itself why it refuses, such as another password.
   */
  onStateChange?: (lostBecause: string | null) => void;
  /** Called once when Redis asks for no password and the address has one. */
  onNeedlessPassword?: () => void;
}

/**
 * Counts in Redis or Valkey (5 or newer), so that all nodes share the budgets. A call takes one round trip and uses the clock of Redis
 * (decisions D41). While Redis is unavailable, `take` fails at once and the limiter reconnects about twice a second; it does not
 * repeat commands.
 *
 * @param redisUrl `redis://` or `rediss://`, with user, password and database where needed
 */
export function redisRateLimiter(
  budgets: RateBudgets,
  redisUrl: string,
  {
    commandTimeoutMs = 500,
    onStateChange = () => {},
    onNeedlessPassword = () => {},
  }: RedisRateLimiterOptions = {},
): RateLimiter {
  const { anyCall, searchCall } = listApplicableBudgets(budgets);
  const { redis, lostBecause } = connect(redisUrl, commandTimeoutMs, onStateChange);
  replaceNotices(redis, onNeedlessPassword);
  let firstConnection: Promise<void> | null = waitForFirstConnection(redis, commandTimeoutMs).then(() => {
    firstConnection = null;
  });

  return {
    async take(companyId, charge) {
      checkSize(searchCall, charge);
      if (firstConnection !== null) {
        await firstConnection;
      }
      const applicable = charge.searches > 0 ? searchCall : anyCall;
      if (applicable.length === 0) {
        return buildVerdict(undefined, [], 0);
      }
      if (redis.status !== "ready") {
        return throwUnavailable(lostBecause() ?? "There is no connection yet.");
      }
      const key = writeKey(companyId);
      try {
        const reply = await callTakeScript(redis, key, listParameters(applicable, charge));
        return readVerdict(applicable, charge, reply);
      } catch (error) {
        return throwUnavailable(lostBecause() ?? error);
      }
    },
    async readHourlyUse(companyId) {
      await firstConnection;
      try {
        const [[seconds], hourly, searchHourly] = await Promise.all([
          redis.time(),
          redis.hmget(writeKey(companyId), "hourly:used", "hourly:ends"),
          redis.hmget(writeKey(companyId), "searchHourly:used", "searchHourly:ends"),
        ]);
        const readUsed = ([used, ends]: (string | null)[]) =>
          Number(ends ?? 0) > Number(seconds) * 1000 ? Number(used ?? 0) : 0;
        return { hourly: readUsed(hourly), searchHourly: readUsed(searchHourly) };
      } catch {
        return null;
      }
    },
    isReady: async () => redis.status === "ready" && (await canCount(redis)),
    async close() {
      redis.disconnect();
    },
  };
}

/** The braces keep the keys of one company in one slot of a cluster. */
const writeKey = (companyId: number): string => `bowline:rate:{${companyId}}`;

interface Connection {
  redis: Redis;
  /** Null while Redis is not lost. */
  lostBecause(): string | null;
}

function connect(
  redisUrl: string,
  commandTimeoutMs: number,
  onStateChange: (lostBecause: string | null) => void,
): Connection {
  let lostBecause: string | null = null;
  const reportLost = (because: string, isReply = false) => {
    if (lostBecause === null || (isReply && lostBecause !== because)) {
      lostBecause = because;
      onStateChange(because);
    }
  };
  const redis = new Redis(redisUrl, {
    protocol: 2,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2 * commandTimeoutMs,
    // Drops the connection to a Redis that hangs, and the commands that wait for it.
    socketTimeout: 4 * commandTimeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => (lostBecause !== null ? 500 : Math.min(50 * attempts, 500)),
    // After a failover, the name of the server leads to another one.
    reconnectOnError(error) {
      const isReadOnly = error.message.includes("READONLY");
      if (isReadOnly) {
        reportLost(error.message);
      }
      return isReadOnly;
    },
  });
  // Only the message: the error of a refused AUTH contains the password. The message is empty for a host with several addresses.
  redis.on("error", (error: NodeJS.ErrnoException & RefusedCommand) => {
    reportLost(error.message || `${error.code}`, error.name === "ReplyError");
    if (isRefusedDatabase(error)) {
      // The library would go on in database 0, where another program may count.
      redis.disconnect(true);
    }
  });
  redis.on("reconnecting", () => reportLost(closedReason));
  redis.on("ready", async () => {
    if (lostBecause !== null && (await canCount(redis))) {
      lostBecause = null;
      onStateChange(null);
    }
  });
  return { redis, lostBecause: () => lostBecause };
}

/** What the error of a refused command has in addition. */
interface RefusedCommand {
  command?: { name: string };
}

/** Whether Redis refused the number of the database. */
const isRefusedDatabase = (error: RefusedCommand): boolean => error.command?.name === "select";

/** The library writes two refusals of a password to the terminal, at every connection, instead of reporting them. */
function replaceNotices(redis: Redis, onNeedlessPassword: () => void): void {
  const authenticate = redis.auth.bind(redis) as (...credentials: unknown[]) => Promise<"OK">;
  let isReported = false;
  redis.auth = async (...credentials: unknown[]) => {
    try {
      return await authenticate(...credentials);
    } catch (error) {
      const message = error instanceof Error ? error.message : "";
      if (/no password is set|without any password configured/.test(message)) {
        if (!isReported) {
          isReported = true;
          onNeedlessPassword();
        }
        return "OK";
      }
      throw message.includes("wrong number of arguments")
        ? new Error("This Redis takes a password without a user name.")
        : error;
    }
  };
}

/** A replica accepts connections, but no counts. Neither does a Redis that is full, or whose user may not run scripts. */
const canCount = (redis: Redis): Promise<boolean> =>
  callTakeScript(redis, "bowline:check", ["check", "1000000000", "1000", "1"]).then(
    () => true,
    () => false,
  );

/** Without an offline queue, calls that come before the first connection would fail. */
function waitForFirstConnection(redis: Redis, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    redis.once("ready", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function listParameters(applicable: Budget[], charge: Charge): string[] {
  return applicable.flatMap((budget) => [
    budget.name,
    `${budget.limit}`,
    `${budget.lengthSeconds * 1000}`,
    `${countOf(budget, charge)}`,
  ]);
}

async function callTakeScript(redis: Redis, key: string, parameters: string[]): Promise<unknown> {
  try {
    return await redis.evalsha(takeScriptSha1, 1, key, ...parameters);
  } catch (error) {
    if (!isScriptUnknown(error)) {
      throw error;
    }
    return redis.eval(takeScript, 1, key, ...parameters);
  }
}

/** A restarted Redis no longer knows the script. */
function isScriptUnknown(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("NOSCRIPT");
}

function throwUnavailable(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  // The library names its own settings, before it tells that the connection is lost.
  const because = /maxRetriesPerRequest|enableOfflineQueue/.test(message) ? closedReason : message;
  throw new RateLimiterUnavailableError(`The Redis that counts calls cannot be used: ${because}`);
}

function readVerdict(applicable: Budget[], charge: Charge, reply: unknown): Verdict {
  if (!Array.isArray(reply)) {
    throw new Error("It did not return a list.");
  }
  const windows = applicable.map((budget, place) => ({
    ...budget,
    used: Number(reply[2 * place + 1]),
    endsAtMs: Number(reply[2 * place + 2]),
  }));
  const refusing =
    reply[0] === 1
      ? undefined
      : windows.find((window) => window.used + countOf(window, charge) > window.limit);
  return buildVerdict(refusing, windows, 0);
}
