import type { AtHand } from "../at-hand.ts";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { Access } from "../runtimes/runtime.ts";

/** How long opened secrets are shared by the calls through one connection. */
const sharedMs = 1000;
const maxShared = 1000;

interface Opened {
  application: ApplicationEntry;
  access: AtHand<Access>;
}

/**
 * Shares opened secrets among the calls through one connection within a second: to open them for each call takes a tenth of an
 * execution's CPU time. A row that was changed is another object, so its secrets are opened anew.
 */
export class RecentAccess {
  readonly #opened = new Map<ConnectionRow, Opened>();

  find(connection: ConnectionRow, application: ApplicationEntry): AtHand<Access> | undefined {
    const opened = this.#opened.get(connection);
    return opened?.application === application ? opened.access : undefined;
  }

  keep(connection: ConnectionRow, application: ApplicationEntry, access: Promise<Access>): void {
    if (this.#opened.size === 0) {
      setTimeout(() => this.#opened.clear(), sharedMs).unref();
    }
    if (this.#opened.size < maxShared) {
      const opened: Opened = { application, access };
      this.#opened.set(connection, opened);
      access.then(
        (known) => {
          opened.access = known;
        },
        () => this.#opened.delete(connection),
      );
    }
  }
}
