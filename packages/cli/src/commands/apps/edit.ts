import type { Session } from "../../session.ts";
import { checkChange } from "../check-change.ts";

export interface EditAppFlags {
  name?: string;
  description?: string;
  baseUrl?: string;
  /** False hides the application from the company. */
  enabled?: boolean;
}

/** Changes an application's name, description or address, or hides it. */
export async function editApp(
  { bowline, output, wait }: Session,
  slug: string,
  { name, description, baseUrl, enabled: isEnabled }: EditAppFlags,
): Promise<void> {
  const change = { name, description, baseUrl, isEnabled };
  checkChange(change, "--name");
  const application = await wait("Saving", () => bowline().applications.update(slug, change));
  output.printDone(`The application ${slug} was changed.`, application);
}
