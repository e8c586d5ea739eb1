import { type Approval, ConflictError } from "@bowline/sdk";
import { notifications } from "@mantine/notifications";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { bowline } from "../../api/bowline.ts";
import { findEntryBeside } from "../../parts/find-entry-beside.ts";
import { takeLostFocus } from "../../parts/take-lost-focus.ts";
import { readOwnAccountUserId } from "../../session/access-token.ts";
import { explainConflict } from "./explain-conflict.ts";

/** The two ways to decide a call. */
interface CallDecision {
  approving: UseMutationResult<Approval, unknown, void>;
  /** Takes the reason. */
  denying: UseMutationResult<Approval, unknown, string>;
}

/**
 * Decides a call, and leads the focus on, since its card leaves the list of those that wait.
 *
 * @param buttons what the card decides with
 * @param stopDenying is called when there is nothing to deny any more
 */
export function useDecision(
  approvalId: string,
  buttons: RefObject<HTMLElement | null>,
  stopDenying: () => void,
): CallDecision {
  const queryClient = useQueryClient();
  const onError = async (failure: unknown) => {
    if (failure instanceof ConflictError) {
      stopDenying();
      tellWhy(await bowline.approvals.get(approvalId));
    }
  };
  const onSettled = async () => {
    const beside = findEntryBeside(buttons.current);
    await queryClient.invalidateQueries({ queryKey: ["approvals"] });
    // The buttons are gone with the card. The focus goes to the name of the next call, never to the button that approves it.
    takeLostFocus(beside?.querySelector<HTMLElement>("h2 a, button"));
  };
  const approving = useMutation({
    mutationFn: () => bowline.approvals.approve(approvalId),
    onSuccess: (current) => {
      if (current.decidedByAccountUserId !== readOwnAccountUserId()) {
        tellWhy(current);
      }
    },
    onError,
    onSettled,
  });
  const denying = useMutation({
    mutationFn: (reason: string) => bowline.approvals.deny(approvalId, { reason: reason.trim() || null }),
    onSuccess: stopDenying,
    onError,
    onSettled,
  });
  return { approving, denying };
}

/** The card leaves the list of those that wait, so this is said beside it. */
const tellWhy = (current: Approval) =>
  notifications.show({ color: "orange", ...explainConflict(current, readOwnAccountUserId()) });
