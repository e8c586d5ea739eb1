import type { CallProgress } from "../runtimes/runtime.ts";

/** An application may report thousands of steps a second; a client has no use for more than this. */
const maxInWindow = 10;
const windowMs = 1000;

type Notify = (notification: { method: "notifications/progress"; params: ProgressParams }) => Promise<void>;

interface ProgressParams extends Record<string, unknown> {
  progressToken: string | number;
  progress: number;
}

/**
 * Passes the progress of a call on to the client, ten times a second at most. Steps that do not go forward are left out, since the
 * protocol wants progress to increase.
 */
export function createProgressSender(
  progressToken: string | number,
  notify: Notify,
  now: () => number,
): (progress: CallProgress) => void {
  let windowBegan = Number.NEGATIVE_INFINITY;
  let sentInWindow = 0;
  let last = Number.NEGATIVE_INFINITY;
  return ({ progress, total, message }) => {
    const at = now();
    if (at - windowBegan >= windowMs) {
      windowBegan = at;
      sentInWindow = 0;
    }
    if (!(progress > last) || sentInWindow === maxInWindow) {
      return;
    }
    sentInWindow++;
    last = progress;
    const params = {
      progressToken,
      progress,
      ...(total !== null && { total }),
      ...(message !== null && { message }),
    };
    // A client that went away needs no progress.
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
