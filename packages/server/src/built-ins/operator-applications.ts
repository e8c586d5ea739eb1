import { applicationSlugPattern, trimEndSlashes } from "@bowline/catalog";
import { z } from "zod";
import { readSettingsFile } from "../problems/read-settings-file.ts";

const serverUrlIssue = "Must be an absolute http or https address without user name, query and fragment.";

const entry = z.strictObject({
  /** False: no company sees the application. */
  enabled: z.boolean().optional(),
  /** Replaces the address of the API, such as your own GitHub Enterprise. It includes the base path. */
  serverUrl: z
    .string()
    .regex(/^https?:\/\/[^\s/?#\\@{}]+(?:\/[^\s?#\\{}]*)?$/i, serverUrlIssue)
    .refine((url) => URL.canParse(url), serverUrlIssue)
    .transform(trimEndSlashes)
    .optional(),
  /** The OAuth client of every company that has none of its own. */
  client: z
    .strictObject({
      clientId: z.string().min(1),
      clientSecret: z.string().min(1).optional(),
      scopes: z.array(z.string()).optional(),
    })
    .optional(),
});

/** By application slug. */
const file = z.record(z.string().regex(applicationSlugPattern), entry, {
  error: ({ code }) =>
    code === "invalid_key" ? "Is not the slug of an application, such as github." : undefined,
});

/** What the operator sets for built-in applications, by slug (decisions D67). */
export type OperatorApplications = ReadonlyMap<string, z.output<typeof entry>>;

/**
 * Reads the file of the setting `BOWLINE_APPLICATIONS`. Without a path nothing is set.
 *
 * @throws ConfigError as `readSettingsFile` does
 */
export async function readOperatorApplications(path: string | null): Promise<OperatorApplications> {
  if (path === null) {
    return new Map();
  }
  return new Map(Object.entries(await readSettingsFile("BOWLINE_APPLICATIONS", path, file)));
}
