import { ApiError, notFound } from "../../api-error.ts";
import { deleteApplicationRow } from "../../db/catalog/applications.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function deleteApplication(
  deps: Deps,
  _caller: Caller,
  { resource: { applicationId, slug }, query }: InputOf<"deleteApplication">,
): Promise<string> {
  const { kysely } = deps.db.background;
  const connectionsLeft = await deleteApplicationRow(
    kysely,
    applicationId,
    query.force ?? false,
    async (transaction, batch) => void (await deps.jobs.addRevocations(transaction, batch)),
  );
  if (connectionsLeft === null) {
    throw notFound(`Application "${slug}"`);
  }
  if (connectionsLeft > 0) {
    throw new ApiError(
      "CONFLICT",
      `Application "${slug}" has connections (${connectionsLeft}). Delete them first, or delete all with force=true.`,
    );
  }
  return `Application "${slug}" was deleted.`;
}
