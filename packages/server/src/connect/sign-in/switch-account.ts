import type { SignInRow } from "../../db/connections/sign-ins.ts";

/** Whether a sign-in would give the connection that it renews another account, or perhaps another one. */
export const isOtherAccount = ({
  renewedLabel,
  accountLabel,
}: Pick<SignInRow, "renewedLabel" | "accountLabel">): boolean =>
  renewedLabel !== null && renewedLabel !== accountLabel;

/**
 * Whether somebody may give the connection another account. A link from a failed call is in the hands of agents, too, which must not hand
 * their own account to its owner (decisions D28).
 *
 * @param memberId the account user who is signed in to the browser; null: nobody
 */
export const maySwitchAccount = (
  { keepsAccount, accountUserId }: Pick<SignInRow, "keepsAccount" | "accountUserId">,
  memberId: number | null,
): boolean => !keepsAccount || memberId === accountUserId;
