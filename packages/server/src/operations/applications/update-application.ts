import { forbidden, notFound } from "../../api-error.ts";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { setApplicationEnabled, updatePresentation } from "../../db/catalog/applications.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, Reply } from "../handler.ts";
import { renderApplications } from "./render-applications.ts";

export async function updateApplication(
  deps: Deps,
  caller: Caller,
  {
    resource: { applicationId, companyId, slug },
    body: { isEnabled, ...body },
  }: InputOf<"updateApplication">,
): Promise<Reply> {
  const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));
  const changesPresentation = Object.keys(change).length > 0;
  if (companyId === null && changesPresentation) {
    throw forbidden(`"${slug}" is a built-in application: only isEnabled can be changed.`);
  }
  if (isEnabled != null) {
    await setApplicationEnabled(deps.db.kysely, caller.companyId, applicationId, isEnabled);
  }
  const wasUpdated =
    !changesPresentation || (await updatePresentation(deps.db.kysely, applicationId, change));
  deps.catalog.forget(caller.companyId);
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const application = catalog.findEvenHidden(slug);
  if (!wasUpdated || application === undefined) {
    throw notFound(`Application "${slug}"`);
  }
  const [json = application.json] = await renderApplications(deps, caller.companyId, [
    isEnabled == null ? application : tellEnabled(application),
  ]);
  return new Reply(json);
}

/** A hidden application says it already. */
function tellEnabled(application: ApplicationEntry): ApplicationEntry {
  const record = { isEnabled: true, ...application.record };
  return { ...application, record, json: JSON.stringify(record) };
}
