import { CallGate, countPlaces } from "../../turns/call-gate.ts";
import { takeTurn } from "../../turns/take-turn.ts";
import { CodeThread, type ThreadCall } from "./code-thread.ts";
import type { CodeModule, CodeResult } from "./messages.ts";

/** Runs code in threads, which are started on demand and kept for a while. */
export interface CodeThreads {
  /**
   * Runs a call when one of the threads is free. Never rejects. Undefined: the call's signal has fired.
   *
   * @param party whose call it is
   * @param onPrint takes each line that the code prints
   */
  run(
    module: CodeModule,
    call: ThreadCall,
    party: number,
    onPrint: (line: string) => void,
  ): Promise<CodeResult | undefined>;
}

export interface CodeThreadsOptions {
  /** For the calls of one party. All together have half as many more. Default 16. */
  maxThreads?: number;
  /** Of one party, and a fourth of those of all. Default 1000. */
  maxWaiting?: number;
  /** A thread without work ends after this time. Default 60 000. */
  idleMs?: number;
}

interface Kept {
  thread: CodeThread;
  file: string;
  timer?: NodeJS.Timeout;
  setPrint(onPrint: (line: string) => void): void;
}

export function openCodeThreads({
  maxThreads = 16,
  maxWaiting = 1000,
  idleMs = 60_000,
}: CodeThreadsOptions = {}): CodeThreads {
  const idle: Kept[] = [];
  const gate = new CallGate(maxThreads, maxWaiting);
  let busy = 0;

  function take(module: CodeModule): Kept {
    const index = idle.findLastIndex(({ file }) => file === module.file);
    const kept = index < 0 ? undefined : idle.splice(index, 1)[0];
    if (kept !== undefined) {
      clearTimeout(kept.timer);
      return kept.thread.isUsable ? kept : take(module);
    }
    if (idle.length + busy > countPlaces(maxThreads)) {
      endThread(idle[0]);
    }
    let print: (line: string) => void = () => {};
    return {
      thread: new CodeThread(module, (line) => print(line)),
      file: module.file,
      setPrint: (onPrint) => {
        print = onPrint;
      },
    };
  }

  function keep(kept: Kept): void {
    if (!kept.thread.isUsable) {
      kept.thread.end();
      return;
    }
    kept.timer = setTimeout(() => endThread(kept), idleMs).unref();
    idle.push(kept);
  }

  function endThread(kept: Kept | undefined): void {
    if (kept !== undefined) {
      clearTimeout(kept.timer);
      idle.splice(idle.indexOf(kept), 1);
      kept.thread.end();
    }
  }

  return {
    async run(module, call, party, onPrint) {
      const isTurn = await takeTurn(gate, party, call.signal);
      if (isTurn !== true) {
        return isTurn === null ? busyResult : undefined;
      }
      busy++;
      const kept = take(module);
      try {
        kept.setPrint(onPrint);
        return await kept.thread.run(call);
      } finally {
        busy--;
        gate.leave(party);
        if (!call.signal.aborted) {
          keep(kept);
        }
      }
    },
  };
}

const busyResult: CodeResult = {
  ok: false,
  kind: "downstreamUnavailable",
  message: "Too many calls wait for tools that are code. Try again.",
  stack: null,
};
