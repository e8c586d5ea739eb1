import type { ListOptions } from "../../output/output.ts";
import type { Session } from "../../session.ts";

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
        "set by": ({ setBy }) => setBy ?? "missing",
        "client id": ({ clientId }) => clientId,
        "redirect address": ({ redirectUri }) => redirectUri,
      },
      options,
    ),
  );
}
