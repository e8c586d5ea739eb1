import type { ListOptions } from "../../output/output.ts";
import type { Session } from "../../session.ts";

export async function listKeys({ bowline, output, wait }: Session, options: ListOptions): Promise<void> {
  await wait("Reading the keys", () =>
    output.printList(
      bowline().apiKeys.list(),
      {
        id: ({ apiKeyId }) => apiKeyId,
        name: ({ name }) => name,
        member: ({ accountUserId }) => accountUserId,
        toolset: ({ toolsetId }) => toolsetId,
        "read only": ({ readOnly }) => readOnly,
        expires: ({ expiresDate }) => expiresDate,
        "last used": ({ lastUsedDate }) => lastUsedDate,
      },
      options,
    ),
  );
}
