import { CallGate, countPlaces } from "../../turns/call-gate.ts";
import { takeTurn } from "../../turns/take-turn.ts";
import { CodeThread, type ThreadCall } from "./code-thread.ts";
import type { CodeModule, CodeResult } from "./messages.ts";

export interface CodeThreadsOptions {
  /** For the calls of one party. All together have half as many more. Default 16. */
  maxThreads?: number;
  /** Of one party, and a fourth of those of all. Default 1000. */
  maxWaiting?: number;
  /** A thread without work ends after this time. Default 60 000. */
  idleMs?: number;
}

/** A thread, and what selects it for a call. */
interface Kept {
  thread: CodeThread;
  module: CodeModule;
  /** Ends the thread, while it has no work. */
  timer?: NodeJS.Timeout;
  setPrint(onPrint: (line: string) => void): void;
}

/** Runs code in threads, which are started on demand and kept for a while. */
export class CodeThreads {
  readonly #maxThreads: number;
  readonly #idleMs: number;
  readonly #gate: CallGate;
  /** The thread that was used last is the last one. */
  readonly #idle: Kept[] = [];
  #busy = 0;

  constructor({ maxThreads = 16, maxWaiting = 1000, idleMs = 60_000 }: CodeThreadsOptions = {}) {
    this.#maxThreads = maxThreads;
    this.#idleMs = idleMs;
    this.#gate = new CallGate(maxThreads, maxWaiting);
  }

  /**
   * Runs a call when one of the threads is free. Never rejects. Undefined: the call's signal has fired.
   *
   * @param party whose call it is
   * @param onPrint takes each line that the code prints
   */
  async run(
    module: CodeModule,
    call: ThreadCall,
    party: number,
    onPrint: (line: string) => void,
  ): Promise<CodeResult | undefined> {
    const isTurn = await takeTurn(this.#gate, party, call.signal);
    if (isTurn !== true) {
      return isTurn === null ? busyResult : undefined;
    }
    this.#busy++;
    const kept = this.#take(module);
    try {
      kept.setPrint(onPrint);
      return await kept.thread.run(call);
    } finally {
      this.#busy--;
      this.#gate.leave(party);
      if (!call.signal.aborted) {
        this.#keep(kept);
      }
    }
  }

  /** Takes an idle thread that has loaded the module, else starts one. */
  #take(module: CodeModule): Kept {
    const index = this.#idle.findLastIndex(
      (kept) => kept.module.file === module.file && kept.module.codeHash === module.codeHash,
    );
    const kept = index < 0 ? undefined : this.#idle.splice(index, 1)[0];
    if (kept !== undefined) {
      clearTimeout(kept.timer);
      return kept.thread.isUsable ? kept : this.#take(module);
    }
    const [oldest] = this.#idle;
    if (oldest !== undefined && this.#idle.length + this.#busy > countPlaces(this.#maxThreads)) {
      this.#endIdle(oldest);
    }
    return startThread(module);
  }

  #keep(kept: Kept): void {
    if (!kept.thread.isUsable) {
      kept.thread.end();
      return;
    }
    kept.timer = setTimeout(() => this.#endIdle(kept), this.#idleMs).unref();
    this.#idle.push(kept);
  }

  #endIdle(kept: Kept): void {
    clearTimeout(kept.timer);
    this.#idle.splice(this.#idle.indexOf(kept), 1);
    kept.thread.end();
  }
}

function startThread(module: CodeModule): Kept {
  let print: (line: string) => void = () => {};
  return {
    thread: new CodeThread(module, (line) => print(line)),
    module,
    setPrint: (onPrint) => {
      print = onPrint;
    },
  };
}

const busyResult: CodeResult = {
  ok: false,
  kind: "downstreamUnavailable",
  message: "Too many calls wait for tools that are code. Try again.",
  stack: null,
};
