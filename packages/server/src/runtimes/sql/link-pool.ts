import { hash } from "node:crypto";
import type { Egress } from "../../egress/egress.ts";
import type { DatabaseTarget, Dialect, Link } from "./dialect.ts";
import { IdleLinks } from "./idle-links.ts";
import { SqlFailure } from "./sql-failure.ts";
import { Turns, type TurnTaker } from "./turns.ts";

const turnLimits = {
  maxRunning: 4,
  maxWaiting: 64,
  tooMany: "Too many calls wait for a connection to this database.",
  tooLate: "No connection to the database became free in time.",
};
/** A login takes a few KiB, certificates included. */
const maxLoginBytes = 256 * 1024;
const watchMs = 20;
/** For the connection that cancels a statement. */
const cancelMs = 5000;

/** How long a call may take, its cancellation, and whose it is. */
export interface LinkLimits extends TurnTaker {
  timeoutMs: number;
}

/** A connection for one call. */
export interface LentLink {
  link: Link;
  /** It was used before, so the database may have closed it meanwhile. */
  isReused: boolean;
  /** Ends the connection, and the statement under way at the database. */
  cancel(): void;
  /** Must be called once. Keeps the connection for a while if it can still be used. */
  release(): void;
}

/** Keeps a few connections for each database and user, so that not every call logs in. */
export interface LinkPool {
  /** @throws SqlFailure, or what the dialect's `describeError` reads */
  borrow(dialect: Dialect, target: DatabaseTarget, limits: LinkLimits): Promise<LentLink>;
}

export function openLinkPool(egress: Egress): LinkPool {
  const turns = new Turns(turnLimits);
  const idle = new IdleLinks();

  async function borrow(dialect: Dialect, target: DatabaseTarget, limits: LinkLimits): Promise<LentLink> {
    const key = hashTarget(target);
    const endTurn = await turns.take(key, limits);
    const kept = idle.take(key);
    const lend = (link: Link, isReused: boolean): LentLink => ({
      link,
      isReused,
      cancel: () => void cancelStatement(egress, target, link),
      release: () => release(link),
    });
    const release = (link: Link | null) => {
      if (link?.isUsable) {
        idle.keep(key, link);
      }
      endTurn();
    };
    if (kept !== undefined) {
      return lend(kept, true);
    }
    try {
      return lend(await openLink(egress, dialect, target, limits), false);
    } catch (error) {
      release(null);
      throw error;
    }
  }

  return { borrow };
}

/** Everything counts, so that a connection is never used with other credentials than it was opened with. */
const hashTarget = (target: DatabaseTarget): string =>
  hash("sha256", JSON.stringify(Object.entries(target).sort()), "base64");

/** Never rejects: a database that cannot be asked ends the statement by its own time limit. */
async function cancelStatement(egress: Egress, { host, port }: DatabaseTarget, link: Link): Promise<void> {
  link.end();
  if (link.cancel === undefined) {
    return;
  }
  const opened = await egress.connect({ host, port, timeoutMs: cancelMs });
  if (!opened.ok) {
    return;
  }
  const { socket } = opened;
  const timer = setTimeout(() => socket.destroy(), cancelMs);
  try {
    await link.cancel(socket);
  } catch {
    // The statement goes on until its limit.
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function openLink(
  egress: Egress,
  dialect: Dialect,
  target: DatabaseTarget,
  limits: LinkLimits,
): Promise<Link> {
  const opened = await egress.connect({ ...limits, host: target.host, port: target.port });
  if (!opened.ok) {
    const kind = opened.kind === "addressRefused" ? "downstreamUnavailable" : opened.kind;
    throw new SqlFailure(kind, opened.message);
  }
  const { socket } = opened;
  let isFlood = false;
  const stop = () => socket.destroy();
  const watch = setInterval(() => {
    isFlood ||= socket.bytesRead > maxLoginBytes;
    if (isFlood) {
      stop();
    }
  }, watchMs);
  limits.signal.addEventListener("abort", stop, { once: true });
  try {
    return await dialect.open(socket, target);
  } catch (error) {
    socket.destroy();
    if (isFlood) {
      throw new SqlFailure(
        "invalidOutput",
        "The server sent too much at the login: it may not be a database.",
      );
    }
    if (target.sslMode === "prefer" && dialect.lacksTls(error)) {
      return await openLink(egress, dialect, { ...target, sslMode: "disable" }, limits);
    }
    throw error;
  } finally {
    clearInterval(watch);
    limits.signal.removeEventListener("abort", stop);
  }
}
