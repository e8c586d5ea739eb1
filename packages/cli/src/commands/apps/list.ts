import type { ListOptions } from "../../output/output.ts";
import type { Session } from "../../session.ts";

export async function listApps(
  { bowline, output, wait }: Session,
  { search, ...options }: ListOptions & { search?: string },
): Promise<void> {
  await wait("Reading the catalog", () =>
    output.printList(
      bowline().applications.list({ search }),
      {
        slug: ({ slug }) => slug,
        name: ({ name }) => name,
        tools: ({ toolCount }) => toolCount,
        source: ({ source }) => source,
        description: ({ description }) => description,
      },
      options,
    ),
  );
}
