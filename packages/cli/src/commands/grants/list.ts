import type { ListOptions } from "../../output/output.ts";
import type { Session } from "../../session.ts";

export async function listGrants({ bowline, output, wait }: Session, options: ListOptions): Promise<void> {
  await wait("Reading the grants", () =>
    output.printList(
      bowline().grants.list(),
      {
        id: ({ grantId }) => grantId,
        program: ({ clientName }) => clientName,
        member: ({ accountUserId }) => accountUserId,
        toolset: ({ toolsetId }) => toolsetId,
        "read only": ({ readOnly }) => readOnly,
        since: ({ createdDate }) => createdDate,
        "last used": ({ lastUsedDate }) => lastUsedDate,
      },
      options,
    ),
  );
}
