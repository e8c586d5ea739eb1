import type { Approval } from "@bowline/sdk";
import { describeDecision } from "./describe-decision.ts";

/** What a notification says. */
interface Explanation {
  title: string;
  message: string;
}

/**
 * Says why a call cannot be decided any more.
 *
 * @param ownAccountUserId who wanted to decide it
 */
export function explainConflict(current: Approval, ownAccountUserId: number | null): Explanation {
  const { status, decidedDate, decidedByAccountUserId, reason } = current;
  if (status === "expired" && decidedDate === null) {
    return reason === null
      ? {
          title: "Out of time",
          message: "Nobody decided in time. The call does not run; the agent may ask again.",
        }
      : { title: "Not possible any more", message: `The call does not run. ${reason}` };
  }
  const isOwn = decidedByAccountUserId !== null && decidedByAccountUserId === ownAccountUserId;
  return {
    // In another tab, or on another device.
    title: isOwn ? "You decided it before" : "Somebody was faster",
    message: `The call was ${describeDecision(current)}${reason === null ? "." : `: ${reason}`}`,
  };
}
