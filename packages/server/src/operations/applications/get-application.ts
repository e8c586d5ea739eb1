import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, Reply } from "../handler.ts";
import { renderApplications } from "./render-applications.ts";

export async function getApplication(
  deps: Deps,
  { companyId }: Caller,
  { resource: application }: InputOf<"getApplication">,
): Promise<Reply> {
  const [json = application.json] = await renderApplications(deps, companyId, [application]);
  return new Reply(json);
}
