import { UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";

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
  if (Object.values(change).every((value) => value === undefined)) {
    throw new UsageError("Say what to change, for example with --name. Add --help for all options.");
  }
  const application = await wait("Saving", () => bowline().applications.update(slug, change));
  output.printDone(`The application ${slug} was changed.`, application);
}
