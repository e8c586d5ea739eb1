import { notFound } from "../../api-error.ts";
import { updatePresentation } from "../../db/applications.ts";
import type { Caller } from "../../db/callers.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, Reply } from "../handler.ts";

export async function updateApplication(
  deps: Deps,
  caller: Caller,
  { resource: { applicationId, slug }, body }: InputOf<"updateApplication">,
): Promise<Reply> {
  const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));
  const wasUpdated = await updatePresentation(deps.db.kysely, applicationId, change);
  deps.catalog.forget(caller.companyId);
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const application = catalog.findApplication(slug);
  if (!wasUpdated || application === undefined) {
    throw notFound(`Application "${slug}"`);
  }
  return new Reply(application.json);
}
