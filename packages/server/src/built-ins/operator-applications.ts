import { readFile } from "node:fs/promises";
import { applicationSlugPattern } from "@bowline/catalog";
import { z } from "zod";

const serverUrlIssue = "Must be an absolute http or https address without user name, query and fragment.";

const entry = z.strictObject({
  /** False: no company sees the application. */
  enabled: z.boolean().optional(),
  /** Replaces the address of the API, such as an own GitHub Enterprise. It includes the base path. */
  serverUrl: z
    .string()
    .regex(/^https?:\/\/[^\s/?#\\@{}]+(?:\/[^\s?#\\{}]*)?$/i, serverUrlIssue)
    .refine((url) => URL.canParse(url), serverUrlIssue)
    .transform((url) => url.replace(/\/+$/, ""))
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
const file = z.record(z.string().regex(applicationSlugPattern), entry);

/** What the operator sets for built-in applications, by slug (decisions D67). */
export type OperatorApplications = ReadonlyMap<string, z.output<typeof entry>>;

/**
 * Reads the file of the setting `BOWLINE_APPLICATIONS`. Without a path nothing is set.
 *
 * @throws Error that says where the file is wrong, and contains no value of it
 */
export async function readOperatorApplications(path: string | null): Promise<OperatorApplications> {
  if (path === null) {
    return new Map();
  }
  const content = await readFile(path, "utf8").catch(() => {
    throw new Error(`BOWLINE_APPLICATIONS: the file ${path} cannot be read.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    // The parser's message quotes the file, which may hold a secret.
    throw new Error(`BOWLINE_APPLICATIONS: the file ${path} is not valid JSON.`);
  }
  const parsed = file.safeParse(value);
  if (!parsed.success) {
    const places = parsed.error.issues.map(
      (issue) => `${issue.path.join(".") || "its top"}: ${issue.message}`,
    );
    throw new Error(`BOWLINE_APPLICATIONS: the file ${path} is wrong at ${places.join("; ")}`);
  }
  return new Map(Object.entries(parsed.data));
}
