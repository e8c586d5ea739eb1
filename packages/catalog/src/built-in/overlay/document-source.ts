import { z } from "zod";

const licenses = [
  "MIT",
  "Apache-2.0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Unlicense",
  "CC0-1.0",
  "CC-BY-4.0",
] as const;

const path = z.string().min(1).regex(/^[^/]/, "Must be a path inside the package.");

/** One document of the package. */
const documentFile = z.strictObject({
  /** Path inside the package, without `package/`. */
  path,
  /**
   * Begins the names of its operations, so that those of several documents do not clash: `verify` makes
   * `verify_create_service`. Snake case.
   */
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional(),
  /** Address of its operations, when the document's own is wrong or missing and differs from the application's. */
  serverUrl: z.url({ protocol: /^https$/ }).optional(),
});

/** Where the description comes from: files of one version of an npm package with a permissive license. */
export const documentSource = z.strictObject({
  /** The kind of document. Default `openapi`, which also reads Swagger 2.0. `elasticsearch`: Elastic's own specification. */
  format: z.enum(["openapi", "elasticsearch"]).optional(),
  package: z.string().regex(/^(?:@[a-z0-9._-]+\/)?[a-z0-9._-]+$/),
  /** Exact. */
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/),
  /** The checksum of the package's tarball, as `npm view <package>@<version> dist.integrity` prints it. */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
  license: z.enum(licenses),
  files: z.array(z.union([path, documentFile])).min(1),
});
