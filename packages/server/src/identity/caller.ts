import type { Role } from "@bowline/contract";

/** Whoever a request acts for: an account user, through one credential. */
export interface Caller {
  accountUserId: number;
  companyId: number;
  userId: number;
  role: Role;
  fullName: string;
  email: string;
  companyName: string;
  /** The profile was deleted: only whoami answers (decisions D15). */
  isProfileDeleted: boolean;
  apiKeyId: number;
  /** The key may use only this toolset; null: any (decisions D13). */
  onlyToolsetId: string | null;
  /** The key may only read and run read-only tools (decisions D13). */
  isReadOnly: boolean;
  /** When the credential ends, in milliseconds since 1970; null: never. */
  expiresAtMs: number | null;
}
