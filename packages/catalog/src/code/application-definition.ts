import { z } from "zod";
import { applicationSlugPattern } from "../application-slug-pattern.ts";
import { objectKind, testCall } from "../manifest/application-manifest.ts";
import { responseFailure } from "../manifest/response-failure.ts";
import { authenticationDefinition, fieldDefinitions } from "./authentication-definition.ts";
import type { DefinedTool } from "./tool-definition.ts";

const webAddress = z.url({ protocol: /^https?$/ });

/** Absolute; `{variable}` is replaced by a connection field. */
export const serverAddress = z
  .string()
  .regex(/^(?:https?:\/\/|\{)/, "Must be an absolute http or https address.");

const environment = z.strictObject({
  /** Such as `production` or `sandbox`. */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  serverUrl: serverAddress,
});

/** Everything of an application but its tools. */
export const applicationFacts = z.strictObject({
  /** `^[a-z][a-z0-9-]{0,31}$`. Never change it: toolsets and connections refer to it. */
  slug: z
    .string()
    .regex(applicationSlugPattern, "Must be a lower-case letter, then at most 31 of a-z, 0-9 and `-`."),
  name: z.string().min(1).max(200),
  /** One sentence: what one does with it. */
  description: z.string().max(1024),
  categories: z.array(z.string().min(1).max(60)).max(20).readonly().optional(),
  websiteUrl: webAddress.optional(),
  /** The provider's documentation that the application was written from. */
  documentationUrl: webAddress.optional(),
  /** An icon of npm `simple-icons` by its slug, `icon.svg` in the folder, the name's first letter, or an image's address. */
  icon: z
    .union(
      [
        z.strictObject({ simpleIcons: z.string() }),
        z.literal("file"),
        z.literal("monogram"),
        z.strictObject({ url: z.url({ protocol: /^https$/ }) }),
      ],
      'Must be {"simpleIcons": "<slug>"}, "file", "monogram", or {"url": "https://…"}.',
    )
    .optional(),
  /** The first is the default. Empty: every connection names its own `baseUrl`; without methods, there is no address. */
  environments: z.array(environment).readonly(),
  /** The variables of the addresses, as connection fields. */
  variables: fieldDefinitions.optional(),
  /** Empty or left out: the application needs no connection. */
  authentications: z.array(authenticationDefinition).readonly().optional(),
  /** The call that tests credentials when they are stored. */
  test: testCall.optional(),
  /** Kinds of things that a connection gives access to, and the tools that list them. */
  objects: z.array(objectKind).max(50).readonly().optional(),
  /** How the application reports a failure with a status of success. */
  failure: responseFailure.optional(),
});

/** An application as it is written by hand. */
export type ApplicationDefinition = z.input<typeof applicationFacts> & { tools: readonly DefinedTool[] };
