import { Turns, type TurnTaker } from "../turns.ts";
import { SqliteProcess } from "./sqlite-process.ts";

/** A process for one call. */
export interface LentProcess {
  process: SqliteProcess;
  /** Must be called once, whether the process can still be used or not. */
  giveBack(): void;
}

const waitLimits = {
  maxWaiting: 64,
  tooMany: "Too many calls wait for SQLite. Try again.",
  tooLate: "No process for SQLite became free in time.",
};
/** There are eight processes in all: half as many again as one account user may have. */
const maxRunning = 5;
/** So that one file with heavy statements does not take them all. */
const maxForFile = 4;
const idleMs = 30_000;

/** Processes that run SQLite. Nothing ends a statement under way but the end of its process: a thread cannot be stopped in it. */
export class ProcessPool {
  readonly #idle: { process: SqliteProcess; timer: NodeJS.Timeout }[] = [];
  readonly #allTurns = new Turns({ ...waitLimits, maxRunning });
  readonly #fileTurns = new Turns({ ...waitLimits, maxRunning: maxForFile });

  /**
   * Waits for a free process, or starts one.
   *
   * @param file for its share of the processes
   * @throws SqlFailure when the signal fires or too many calls wait
   */
  async take(file: string, taker: TurnTaker): Promise<LentProcess> {
    const endTurns = await this.#takeTurns(file, taker);
    const process = this.#takeIdle() ?? new SqliteProcess();
    const giveBack = () => {
      if (process.isUsable) {
        this.#keep(process);
      }
      endTurns();
    };
    return { process, giveBack };
  }

  async #takeTurns(file: string, taker: TurnTaker): Promise<() => void> {
    const endFileTurn = await this.#fileTurns.take(file, taker);
    try {
      const endTurn = await this.#allTurns.take("", taker);
      return () => {
        endTurn();
        endFileTurn();
      };
    } catch (error) {
      endFileTurn();
      throw error;
    }
  }

  #takeIdle(): SqliteProcess | undefined {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.process.isUsable) {
        return kept.process;
      }
    }
    return undefined;
  }

  /** Keeps a process for the next calls. It ends when none needs it for a while. */
  #keep(process: SqliteProcess): void {
    const end = () => {
      this.#idle.splice(this.#idle.indexOf(kept), 1);
      process.end();
    };
    const kept = { process, timer: setTimeout(end, idleMs).unref() };
    this.#idle.push(kept);
  }
}
