import { z } from "zod";
import { oauth2Method } from "../../oauth/oauth2-method.ts";

/** Name of a connection field. */
const fieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/);

/** What a person reads about a field, and the rule of its value. Members that are left out stay as the importer makes them. */
const fieldText = z.strictObject({
  label: z.string().min(1).max(80).optional(),
  description: z.string().max(500).optional(),
  /** Regular expression that the whole value must match, and what it requires, worded to follow "must be". */
  pattern: z.string().optional(),
  patternHint: z.string().optional(),
});

const described = {
  /** The provider's own name for the method, such as `Personal access token`. */
  title: z.string().min(1).max(80),
  /** One or two sentences: where a person finds or creates it, and which rights it needs. */
  description: z.string().max(1000).optional(),
  /** The provider's page about it. */
  documentationUrl: z.url({ protocol: /^https$/ }),
  /** Texts of the method's connection fields, by name: `token`, `apiKey`, `username`, `password`, or a server's variable. */
  fields: z.record(fieldName, fieldText).optional(),
};

/** `Authorization: Bearer`, as OpenAPI writes it. The field is `token`. */
const bearer = z.strictObject({ ...described, type: z.literal("http"), scheme: z.literal("bearer") });

/** `Authorization: Basic`. The fields are `username` and `password`. */
const basic = z.strictObject({
  ...described,
  type: z.literal("http"),
  scheme: z.literal("basic"),
  /**
   * A fixed text in place of a field, for a provider that takes its key as user name or as password: `""` or `x`. The person is
   * then asked for the other field only, and that field is secret.
   */
  fixedUsername: z.string().optional(),
  fixedPassword: z.string().optional(),
});

/** A key in a header, the query or a cookie. The field is `apiKey`. */
const apiKey = z.strictObject({
  ...described,
  type: z.literal("apiKey"),
  in: z.enum(["header", "query", "cookie"]),
  /** Name on the wire. */
  name: z.string().min(1),
  /** Text before the key, such as `Token `. */
  prefix: z.string().min(1).max(50).optional(),
});

/** A sign-in with OAuth 2.0, or client credentials. */
const oauth2 = z.strictObject({
  ...described,
  type: z.literal("oauth2"),
  /** Default `authorizationCode`. */
  flow: z.enum(["authorizationCode", "clientCredentials"]).optional(),
  /** Key of the provider's facts in `packages/catalog/src/oauth/providers`. */
  provider: z.string().min(1).optional(),
  /** Facts that the table of providers lacks, or that differ for this application. They win. */
  method: oauth2Method.optional(),
  /** What each scope allows, in one sentence. */
  scopes: z.record(z.string(), z.string()),
});

/** One way to connect to an application. The shape follows OpenAPI's Security Scheme Object. */
export const authenticationMethod = z.union([bearer, basic, apiKey, oauth2]);

/** See `authenticationMethod`. */
export type AuthenticationMethod = z.infer<typeof authenticationMethod>;
