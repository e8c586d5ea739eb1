import type { ListedOAuthClient } from "@bowline/sdk";
import type { ListOptions } from "../../output/output.ts";
import type { Session } from "../../session.ts";

/** Whose client it is, in a few words. */
export const describeSetter = ({ setBy, mayRegister }: ListedOAuthClient): string =>
  setBy ?? (mayRegister ? "tried at the first sign-in" : "missing");

export async function listOAuthClients(
  { bowline, output, wait }: Session,
  options: ListOptions,
): Promise<void> {
  await wait("Reading the clients", () =>
    output.printList(
      bowline().applications.listOAuthClients(),
      {
        app: ({ applicationSlug }) => applicationSlug,
        method: ({ authenticationId }) => authenticationId,
        name: ({ authenticationName }) => authenticationName,
        "set by": describeSetter,
        "client id": ({ clientId }) => clientId,
        "redirect address": ({ redirectUri }) => redirectUri,
      },
      options,
    ),
  );
}
