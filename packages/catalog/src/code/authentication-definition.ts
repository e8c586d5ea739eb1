import { z } from "zod";
import { oauth2Method } from "../oauth/oauth2-method.ts";

const fieldName = z.string().regex(/^[a-z][A-Za-z0-9_]{0,59}$/, "Must be a name in camelCase.");

/** A value that a connection asks for. */
const fieldDefinition = z.strictObject({
  /** Default: the field's name in words. */
  label: z.string().min(1).max(100).optional(),
  /** Says where a person finds the value. */
  description: z.string().max(1000).optional(),
  /** Kept encrypted and never shown. Default: true for the fields of a method, false for those of an address. */
  secret: z.boolean().optional(),
  /** Default: true without a `default`. */
  required: z.boolean().optional(),
  /** Whether a call may replace the value. Default false. */
  overridable: z.boolean().optional(),
  default: z.string().optional(),
  enum: z.array(z.string()).min(1).readonly().optional(),
  /** The whole value must match. */
  pattern: z.string().optional(),
  /** What the pattern requires, worded to follow "must be". */
  patternHint: z.string().optional(),
});

export const fieldDefinitions = z.record(fieldName, fieldDefinition);

const shared = {
  /** Stable; connections refer to it. Default: the type. */
  key: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/)
    .optional(),
  /** For people, such as `Bot token`. */
  name: z.string().min(1).max(100).optional(),
  /** Says where a person gets the credentials. */
  description: z.string().max(2000).optional(),
};

/** Where a credential goes; `{fieldName}` in the value is replaced by the field. */
const placement = z.discriminatedUnion("in", [
  z.strictObject({ in: z.enum(["header", "query", "cookie"]), name: z.string().min(1), value: z.string() }),
  z.strictObject({ in: z.literal("basic"), username: z.string(), password: z.string() }),
]);

const oauth = {
  ...shared,
  /** The key of a known provider, as in `GET /v1/providers`. */
  provider: z.string().optional(),
  /** Facts of a provider that is not known, or other facts than the known ones. */
  oauth2: oauth2Method.partial().optional(),
  /** Scopes that a sign-in asks for when the company's client names none; with a sentence each, or names alone. */
  scopes: z.union([z.array(z.string()).readonly(), z.record(z.string(), z.string())]).optional(),
  /** How the token is sent. Default: `Authorization: Bearer {token}`. */
  placements: z.array(placement).readonly().optional(),
  /** Fields that the provider's sign-in asks for or fills, if tools read them. */
  providerFields: z.array(fieldName).readonly().optional(),
};

/** A way to connect to the application (decisions D18). */
export const authenticationDefinition = z.discriminatedUnion("type", [
  z.strictObject({ ...shared, type: z.literal("none") }),
  /** A key in the field `apiKey`, sent in `header` or in the query parameter `query`. */
  z
    .strictObject({
      ...shared,
      type: z.literal("apiKey"),
      header: z.string().min(1).optional(),
      query: z.string().min(1).optional(),
      /** Text before the key, such as `Token `. */
      prefix: z.string().optional(),
      field: fieldDefinition.optional(),
    })
    .refine(({ header, query }) => (header === undefined) !== (query === undefined), {
      message: "Set either header or query.",
    }),
  /** A token in the field `token`, sent as `Authorization: Bearer`. */
  z.strictObject({ ...shared, type: z.literal("bearer"), field: fieldDefinition.optional() }),
  /** RFC 7617, with the fields `username` and `password`. */
  z.strictObject({
    ...shared,
    type: z.literal("basic"),
    username: fieldDefinition.optional(),
    password: fieldDefinition.optional(),
  }),
  z.strictObject({ ...oauth, type: z.literal("oauth2") }),
  z.strictObject({ ...oauth, type: z.literal("oauth2ClientCredentials") }),
  /** Fields of the application's own, placed as it wants them. */
  z.strictObject({
    ...shared,
    type: z.literal("custom"),
    fields: fieldDefinitions,
    placements: z.array(placement).readonly(),
  }),
]);

export type FieldDefinition = z.infer<typeof fieldDefinition>;
export type AuthenticationDefinition = z.infer<typeof authenticationDefinition>;
