import { operations } from "@bowline/contract";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { createLink, type WantedLink } from "../../connect/links/create-link.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { authorize } from "../../entry/authorize.ts";
import type { AskToOpen, ToolCallOutput } from "../offered-tools.ts";

/**
 * Creates a link where the caller's person connects an application (decisions D51), and has the client show it, or says it in words.
 *
 * @throws ApiError `FORBIDDEN` when the credential may not create connections
 */
export async function offerConnectLink(
  deps: Deps,
  caller: Caller,
  application: ApplicationEntry,
  askToOpen: AskToOpen | null,
): Promise<ToolCallOutput> {
  const connectUrl = await createConnectUrl(deps, caller, application);
  const message = `Connect an account of ${application.name} to Bowline.`;
  if (askToOpen !== null) {
    return askToOpen(message, connectUrl);
  }
  return {
    content: [
      {
        type: "text",
        text: `Ask the user to open this link within ten minutes and connect ${application.name}: ${connectUrl}`,
      },
    ],
    structuredContent: { connectUrl, applicationSlug: application.slug },
  };
}

/** Creates the link alone. @param wanted what the person cannot choose @throws ApiError `FORBIDDEN` */
export async function createConnectUrl(
  deps: Deps,
  caller: Caller,
  { slug }: Pick<ApplicationEntry, "slug">,
  wanted: Pick<WantedLink, "isDefault" | "connectionId"> = {},
): Promise<string> {
  authorize(operations.createConnectLink, caller);
  const { connectUrl } = await createLink(deps, caller, { applicationSlug: slug, ...wanted });
  return connectUrl;
}
