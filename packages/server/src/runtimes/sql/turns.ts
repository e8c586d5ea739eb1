import { CallGate } from "../../turns/call-gate.ts";
import { takeTurn } from "../../turns/take-turn.ts";
import { SqlFailure } from "./sql-failure.ts";

/** How many calls run and wait at one thing, such as a database. */
export interface TurnLimits {
  /** Of one account user. All together have half as many more. */
  maxRunning: number;
  /** Of one account user, and a fourth of those of all. */
  maxWaiting: number;
  /** Why a call is refused when too many wait. */
  tooMany: string;
  /** Why a call fails that has waited until its end. */
  tooLate: string;
}

/** Whose call it is and what ends it. */
export interface TurnTaker {
  /** Default: the server's own. */
  accountUserId?: number | undefined;
  signal: AbortSignal;
}

/** Lets calls take turns at each of several things, so that one member's slow statements leave room for others. */
export class Turns {
  readonly #gates = new Map<string, CallGate>();
  readonly #limits: TurnLimits;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a turn. Returns what ends it, to be called once.
   *
   * @throws SqlFailure when the signal fires or too many calls wait
   */
  async take(name: string, { accountUserId: party = 0, signal }: TurnTaker): Promise<() => void> {
    const { maxRunning, maxWaiting, tooMany, tooLate } = this.#limits;
    const gate = this.#gates.get(name) ?? new CallGate(maxRunning, maxWaiting);
    this.#gates.set(name, gate);
    const isTurn = await takeTurn(gate, party, signal);
    if (isTurn !== true) {
      this.#dropIdle(name, gate);
      throw new SqlFailure("downstreamUnavailable", isTurn === null ? tooMany : tooLate);
    }
    return () => {
      gate.leave(party);
      this.#dropIdle(name, gate);
    };
  }

  #dropIdle(name: string, gate: CallGate): void {
    if (gate.isIdle && this.#gates.get(name) === gate) {
      this.#gates.delete(name);
    }
  }
}
