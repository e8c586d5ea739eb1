// Preloaded into a server with `--import`: measures the longest turn of its event loop.
import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

/** The longest turn since the last request to the probe. */
export interface LongestTurn {
  /** Computing time of the main thread, in milliseconds. Other processes do not change it. */
  busyMs: number;
  /** Time by the clock, in milliseconds. */
  elapsedMs: number;
}

const port = Number(process.env.EVENT_LOOP_PROBE_PORT);

if (isMainThread && /\bmain(-\w+)?\.[jt]s$/.test(process.argv[1] ?? "")) {
  measureTurns();
}

function measureTurns(): void {
  let longest: LongestTurn = { busyMs: 0, elapsedMs: 0 };
  let usage = process.threadCpuUsage();
  let time = performance.now();

  /** Timers run once a turn. */
  function endTurn(): void {
    const spent = process.threadCpuUsage(usage);
    const now = performance.now();
    longest = {
      busyMs: Math.max(longest.busyMs, (spent.user + spent.system) / 1000),
      elapsedMs: Math.max(longest.elapsedMs, now - time),
    };
    usage = process.threadCpuUsage();
    time = now;
  }

  setInterval(endTurn, 1).unref();
  createServer((_, response) => {
    endTurn();
    // A connection that is kept would be closed while the test sends its next request.
    response.setHeader("connection", "close").end(JSON.stringify(longest));
    longest = { busyMs: 0, elapsedMs: 0 };
  })
    .listen(port, "127.0.0.1")
    .unref();
}
