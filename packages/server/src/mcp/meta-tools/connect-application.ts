import type { MetaToolInput } from "@bowline/contract";
import { needsNoAccount } from "../../connections/choose-method.ts";
import type { Deps } from "../../deps.ts";
import { buildUnknownApplication } from "../../operations/unknown-slugs.ts";
import type { OfferedCall, ToolCallOutput } from "../offered-tools.ts";
import { offerConnectLink } from "../results/offer-connect-link.ts";
import type { ServedRequest } from "../served-request.ts";

/** Returns a link where the user connects an application. @throws ApiError `NOT_FOUND`, `FORBIDDEN` */
export async function connectApplication(
  deps: Deps,
  { caller }: ServedRequest,
  { applicationSlug }: MetaToolInput<"bowline_connect">,
  { askToOpen }: OfferedCall,
): Promise<ToolCallOutput> {
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const application = catalog.findApplication(applicationSlug);
  if (application === undefined) {
    throw await buildUnknownApplication(deps, caller, applicationSlug);
  }
  if (needsNoAccount(application)) {
    return { content: [{ type: "text", text: `${application.name} needs no connection.` }] };
  }
  return offerConnectLink(deps, caller, application, askToOpen);
}
