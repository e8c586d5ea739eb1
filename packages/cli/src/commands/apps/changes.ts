import type { ApplicationChange } from "@bowline/sdk";
import { forgetTools } from "../../fields/load-tool.ts";
import type { ListOptions } from "../../output/output.ts";
import type { Columns } from "../../output/table.ts";
import type { Session } from "../../session.ts";

const columns: Columns<ApplicationChange> = {
  id: ({ changeId }) => changeId,
  kind: ({ kind }) => kind,
  tool: ({ toolSlug }) => toolSlug,
  found: ({ foundDate }) => foundDate,
  description: ({ after, before }) => (after ?? before)?.description,
};

/** Lists the changes of an MCP server's tools that wait for an Admin. */
export async function listChanges(
  { bowline, output, wait }: Session,
  slug: string,
  options: ListOptions,
): Promise<void> {
  const call = bowline().applications.listChanges(slug);
  await wait("Reading the changes", () => output.printList(call, columns, options));
}

export async function acceptChange(session: Session, slug: string, changeId: number): Promise<void> {
  const { bowline, output, wait } = session;
  const response = await wait("Saving", () => bowline().applications.acceptChange(slug, changeId));
  await forgetTools();
  output.printDone(`The change ${changeId} was accepted.`, response);
}

export async function rejectChange(session: Session, slug: string, changeId: number): Promise<void> {
  const { bowline, output, wait } = session;
  const response = await wait("Saving", () => bowline().applications.rejectChange(slug, changeId));
  output.printDone(`The change ${changeId} was rejected.`, response);
}
