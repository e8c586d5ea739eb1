import type { Identity } from "@bowline/contract";
import { listApprovalRows, listedFor } from "../../db/approvals.ts";
import type { Caller } from "../../db/callers.ts";
import type { Deps } from "../../deps.ts";
import { getIdentity } from "../../operations/auth/get-identity.ts";

/** What the frame of the console shows on every page. */
export interface ConsoleStart {
  /** As `GET /v1/auth/whoami` returns it. */
  identity: Identity;
  /** How many calls wait for the person's decision. */
  waitingApprovals: number;
  /** How many bytes the body of a request may have, and that of an import. */
  bodyLimits: { request: number; import: number };
}

export async function loadConsoleStart(deps: Deps, caller: Caller): Promise<ConsoleStart> {
  const filter = { ...listedFor(caller), status: "waiting", isWaiting: null } as const;
  const [identity, { totalCount }] = await Promise.all([
    getIdentity(deps, caller),
    deps.db.read((db) => listApprovalRows(db, filter, { offset: 0, top: 1 })),
  ]);
  const { bodyBytes, importBytes } = deps.config;
  return {
    identity,
    waitingApprovals: totalCount,
    bodyLimits: { request: bodyBytes, import: importBytes },
  };
}
