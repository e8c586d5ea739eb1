import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { listEnvironments } from "../../catalog/list-environments.ts";
import type { SignInRow } from "../../db/connections/sign-ins.ts";

/** Why a sign-in ends whose method or environment an import has removed since it began. */
export const notOffered =
  "The application was changed while you signed in: it no longer offers this. Start again.";

/** Why a sign-in ends whose application, member or connection was deleted since it began. */
export const deletedMeanwhile = "What you signed in for was deleted meanwhile.";

/** Why a sign-in ends whose client is not the one any more that it began with. */
export const clientChanged = "The OAuth client was changed while you signed in. Start again.";

/** Whether an application still has a sign-in's method and environment. A connection keeps a method that was removed. */
export const isOffered = (
  { authentications, environments }: Pick<ApplicationEntry, "authentications" | "environments">,
  { authenticationId, method, environment, connectionId }: SignInRow,
): boolean =>
  (connectionId !== null || authentications.some((one) => one.authenticationId === authenticationId)) &&
  listEnvironments(environments, method).includes(environment);
