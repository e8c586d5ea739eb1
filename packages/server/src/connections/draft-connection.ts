import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";

/** What a connection has from the time on when it is stored. */
type StoredPart =
  | "status"
  | "statusReason"
  | "refusedCalls"
  | "createdDate"
  | "updatedDate"
  | "lastUsedDate"
  | "tokenDueDate"
  | "tokenExpiresDate"
  | "isTokenRenewable"
  | "tokenVersion";

/** Builds what a call needs to go through a connection that is not stored yet. Its token, if it has one, is new. */
export const draftConnection = (
  {
    application,
    ...connection
  }: Omit<ConnectionRow, StoredPart | "applicationSlug" | "applicationName"> & {
    application: Pick<ApplicationEntry, "slug" | "name">;
  },
  nowMs: number,
): ConnectionRow => ({
  ...connection,
  applicationSlug: application.slug,
  applicationName: application.name,
  status: "active",
  statusReason: null,
  refusedCalls: 0,
  createdDate: new Date(nowMs),
  updatedDate: null,
  lastUsedDate: null,
  tokenDueDate: null,
  tokenExpiresDate: null,
  isTokenRenewable: false,
  tokenVersion: 0,
});
