import { type Connection, NotFoundError } from "@bowline/sdk";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { beginSignIn } from "../../api/begin-sign-in.ts";
import { bowline } from "../../api/bowline.ts";
import { refreshConnections } from "../../api/connections.ts";
import { type CredentialValues, pickFilled } from "../../parts/credential-fields.tsx";
import { goneMessage } from "../../parts/problem.tsx";

export interface RenewalDraft {
  name: string;
  values: CredentialValues;
  environment: string | null;
}

interface RenewalDialog {
  /** Forgets the values, which are secrets. */
  forget(): void;
  close(): void;
}

/** Saves what is filled in, or leads to the application's sign-in page. The dialog closes when the connection is gone. */
export function useRenewal(connection: Connection, draft: RenewalDraft, { forget, close }: RenewalDialog) {
  const { connectionId, applicationSlug, authenticationId } = connection;
  const { environment } = draft;
  const name = draft.name.trim();
  const filled = pickFilled(draft.values);
  const queryClient = useQueryClient();
  const leaveWhenGone = async (error: Error) => {
    if (error instanceof NotFoundError) {
      notifications.show({ color: "yellow", title: connection.name, message: goneMessage });
      // Before the dialog gives the focus back, because what it was opened from goes with the list's entry.
      await refreshConnections(queryClient);
      close();
    }
  };
  const saving = useMutation({
    mutationFn: (confirmOrigins: string[] | null) =>
      bowline.connections.update(connectionId, {
        // Somebody may have renamed it elsewhere.
        name: name === connection.name ? null : name || null,
        fields: Object.keys(filled).length === 0 ? null : filled,
        environment,
        confirmOrigins,
      }),
    onSuccess: async () => {
      forget();
      await refreshConnections(queryClient);
      close();
    },
    onError: leaveWhenGone,
  });
  const signingIn = useMutation({
    mutationFn: () =>
      beginSignIn({ applicationSlug, authenticationId, connectionId, environment }, "/connections"),
    onError: leaveWhenGone,
  });
  return { saving, signingIn };
}
