import { expect, test } from "vitest";
import { createThreadPool, ThreadStoppedError, ThreadsBusyError } from "./thread-pool.ts";

/** A thread that never ends the job `hang`, and returns any other. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", (job) => job !== "hang" && parentPort.postMessage({ result: job }));
    parentPort.postMessage("ready");
  `)}`,
);

test("the jobs of one party that do not end leave a thread to another, and fail by themselves", async () => {
  const pool = createThreadPool<string, string>(script, { timeoutMs: 3000, threads: 2 });
  const hanging = Array.from({ length: 3 }, () => pool.run("hang", { party: 1 }));
  const ended = Promise.allSettled(hanging);
  const first = await Promise.race([pool.run("quick", { party: 2 }), ended]);
  expect(first).toBe("quick");
  expect((await ended).map((one) => (one.status === "rejected" ? one.reason : one))).toEqual(
    hanging.map(() => expect.any(ThreadStoppedError)),
  );
});

test("a job is refused when too many of its party wait", async () => {
  const pool = createThreadPool<string, string>(script, { timeoutMs: 1000, threads: 1, maxWaiting: 1 });
  const waiting = Promise.allSettled([pool.run("hang", { party: 1 }), pool.run("hang", { party: 1 })]);
  await expect(pool.run("quick", { party: 1 })).rejects.toThrow(ThreadsBusyError);
  expect(await pool.run("quick", { party: 2 })).toBe("quick");
  await waiting;
});
