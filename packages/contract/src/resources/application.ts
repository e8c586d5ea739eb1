import { z } from "zod";
import { extension, extensions } from "./extension.ts";
import { applicationSlug, displayName, id } from "./primitives.ts";

/** A named value of a connection (decisions D18). */
const credentialField = z
  .object({
    fieldName: z.string(),
    label: z.string(),
    description: z.string(),
    type: z.enum(["string", "number", "boolean"]),
    required: z.boolean(),
    secret: z.boolean().meta({ description: "A secret is stored encrypted and never returned." }),
    overridable: z
      .boolean()
      .meta({ description: "Whether `customConnectionData` may replace the value for one call." }),
    default: z.string().nullable(),
    enum: z
      .array(z.string())
      .optional()
      .meta({ description: "The only values allowed, when they are known." }),
    pattern: z
      .string()
      .optional()
      .meta({ description: "Regular expression that the whole value must match." }),
    patternHint: z
      .string()
      .optional()
      .meta({ description: 'What the pattern requires, worded to follow "must be".', ...extension }),
  })
  .meta({ id: "CredentialField" });

export type CredentialField = z.infer<typeof credentialField>;

/** The kinds of authentication method (decisions D18). */
const authenticationType = z.enum([
  "none",
  "apiKey",
  "basic",
  "bearer",
  "oauth2",
  "oauth2ClientCredentials",
  "mutualTLS",
  "custom",
]);

export type AuthenticationType = z.infer<typeof authenticationType>;

/** A way to connect to an application (decisions D18). */
export const authentication = z
  .object({
    authenticationId: id,
    ...extensions({
      type: authenticationType,
      name: z.string(),
      description: z.string(),
      environments: z.array(z.string()).meta({ description: "The first is the default." }),
      scopes: z.array(z.string()),
      fields: z.array(credentialField),
      lacksOAuthClient: z.boolean().meta({
        description:
          "True: nobody in the company can sign in with it until an Admin sets an OAuth client for it. Always false for methods without a sign-in, and where this server may register a client by itself at the first sign-in.",
      }),
    }),
  })
  .meta({ id: "Authentication" });

/** Where an application's description came from (decisions D17). */
const applicationSource = z
  .enum(["builtin", "openapi", "mcp", "sql", "code", "graphql"])
  .meta({ description: "The kind of description. `graphql` is an extension." });

export type ApplicationSource = z.infer<typeof applicationSource>;

/** An application of the catalog (decisions D17). */
export const application = z
  .object({
    slug: applicationSlug,
    authentications: z.array(authentication),
    ...extensions({
      name: z.string(),
      description: z.string(),
      categories: z.array(z.string()),
      iconUrl: z.string().nullable(),
      websiteUrl: z.string().nullable(),
      source: applicationSource,
      requiresConnection: z.boolean(),
      toolCount: z.int(),
      isEnabled: z.boolean().optional().meta({
        description:
          "False: an Admin of the company has hidden it, and none of its tools run. Otherwise it is present only in the response to a request that sets it.",
      }),
    }),
  })
  .meta({ id: "Application" });

export type Application = z.infer<typeof application>;
export type Authentication = z.infer<typeof authentication>;

const baseUrlIssue = "Must be an absolute http or https address without user name, query and fragment.";
/** The address of an application's API; may have a path. */
export const baseUrl = z
  .string()
  .trim()
  .max(2000)
  .regex(/^[hH][tT][tT][pP][sS]?:\/\/[^\s/?#\\@{}]+(?:\/[^\s?#\\{}]*)?$/, {
    error: baseUrlIssue,
    abort: true,
  })
  .refine((url) => URL.canParse(url), baseUrlIssue);

/** An address for a page to show. Letters that a URI has not are percent-encoded; the text of a `data:` address has to be. */
const shownUrl = (protocol: RegExp) =>
  z
    .union(
      [
        z.literal(""),
        z
          .url({ protocol, normalize: true, abort: true })
          .max(2000)
          .refine((url) => /^[!#-;=?-[\]_a-z~]+$/.test(url), "Must be a URI: percent-encode its text."),
      ],
      { error: "Must be a whole address such as https://example.com/page, of at most 2,000 characters." },
    )
    .nullish()
    .meta({ description: "An empty text restores the description's." });

export const updateApplicationBody = z
  .strictObject({
    isEnabled: z.boolean().nullish().meta({
      description:
        "False hides the application from the company: it is in no list, and its tools do not run. The only member that a built-in application takes.",
    }),
    name: displayName.nullish(),
    description: z.string().max(4000).nullish(),
    categories: z.array(z.string().trim().min(1).max(60)).max(20).nullish(),
    iconUrl: shownUrl(/^(?:https?|data)$/),
    websiteUrl: shownUrl(/^https?$/),
    baseUrl: z
      .union([z.literal(""), baseUrl], { error: baseUrlIssue })
      .nullish()
      .meta({
        description:
          "The API's address. Replaces the document's servers and those of the connections. An empty text restores them.",
      }),
  })
  .meta({
    id: "UpdateApplication",
    description: "A member that is null or left out does not change.",
    examples: [{ name: "Pet store" }],
  });

/** The path parameters of an application. */
export const applicationParams = z.object({
  slug: z.string().meta({ description: "The application's slug." }),
});
