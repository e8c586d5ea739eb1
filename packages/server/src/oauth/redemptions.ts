import type { ServerResponse } from "node:http";

/** The codes and refresh tokens that this process is redeeming right now. */
export interface Redemptions {
  /** Begins one. It lasts until the response is sent. */
  begin(id: string, response: ServerResponse | undefined): void;
  isUnderWay(id: string): boolean;
}

export function openRedemptions(): Redemptions {
  const counts = new Map<string, number>();

  function end(id: string): void {
    const left = (counts.get(id) ?? 1) - 1;
    if (left === 0) {
      counts.delete(id);
    } else {
      counts.set(id, left);
    }
  }

  return {
    begin(id, response) {
      if (response !== undefined && !response.closed) {
        counts.set(id, (counts.get(id) ?? 0) + 1);
        response.once("close", () => end(id));
      }
    },
    isUnderWay: (id) => counts.has(id),
  };
}
