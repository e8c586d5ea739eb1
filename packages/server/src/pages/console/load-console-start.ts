import { listBuiltInSlugs } from "@bowline/catalog";
import type { Identity } from "@bowline/contract";
import { listApprovalRows, listedFor } from "../../db/approvals.ts";
import { loadInstalledSnapshot } from "../../db/catalog/built-ins.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { getIdentity } from "../../operations/auth/get-identity.ts";

/** What the frame of the console shows on every page. */
export interface ConsoleStart {
  /** Whom the token is for. The console is loaded anew when another tab signs in as somebody else, or chooses another company. */
  accountUserId: number;
  /** As `GET /v1/auth/whoami` returns it. */
  identity: Identity;
  /** How many calls wait for the person's decision. */
  waitingApprovals: number;
  /** How many bytes the body of a request may have, and that of an import. */
  bodyLimits: { request: number; import: number };
  /** How many built-in applications there will be, until all of them have been installed once; 0 after that, or when there are none. */
  preparingApplications: number;
}

export async function loadConsoleStart(deps: Deps, caller: Caller): Promise<ConsoleStart> {
  const filter = { ...listedFor(caller), status: "waiting", isWaiting: null } as const;
  const [identity, { totalCount }, preparingApplications] = await Promise.all([
    getIdentity(deps, caller),
    deps.db.read((db) => listApprovalRows(db, filter, { offset: 0, top: 1 })),
    countPreparing(deps),
  ]);
  const { bodyBytes, importBytes } = deps.config;
  return {
    accountUserId: caller.accountUserId,
    identity,
    waitingApprovals: totalCount,
    bodyLimits: { request: bodyBytes, import: importBytes },
    preparingApplications,
  };
}

async function countPreparing({ config: { builtIns }, db }: Deps): Promise<number> {
  if (builtIns !== "all" && builtIns.length === 0) {
    return 0;
  }
  const snapshot = await db.read((one) => loadInstalledSnapshot(one));
  return snapshot !== null ? 0 : builtIns === "all" ? (await listBuiltInSlugs()).length : builtIns.length;
}
