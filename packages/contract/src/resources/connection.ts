import { z } from "zod";
import { extension, extensions } from "./extension.ts";
import { applicationSlug, dateTime, displayName, id, jsonSchema } from "./primitives.ts";

const fieldValue = z.union([z.string(), z.number(), z.boolean()]);
const maxOrigins = 1000;
const maxOriginCharacters = 2048;

/** A stored link between an account user and an application (contract, Connection; decisions D25). */
export const connection = z
  .object({
    connectionId: id,
    applicationSlug,
    isDefault: z.boolean().meta({ description: "Whether it is the caller's default for the application." }),
    ...extensions({
      name: z.string(),
      applicationName: z.string(),
      authenticationId: id,
      environment: z
        .string()
        .meta({ description: "One of the method's environments, such as `production`." }),
      status: z.enum(["active", "expired", "revoked", "error"]).meta({
        description:
          "`expired` or `revoked`: the authorization has ended, or the application refused the credentials in the last calls. `error`: nothing is sent until the owner has confirmed or changed something.",
      }),
      statusReason: z
        .string()
        .nullable()
        .meta({ description: "Why the status is not `active`, and what to do." }),
      accountLabel: z.string().nullable().meta({ description: "Login or e-mail at the application." }),
      fields: z
        .record(z.string(), z.string())
        .meta({ description: "The fields that are not secret, by name." }),
      overridableFields: z
        .array(z.string())
        .meta({ description: "Names of the fields that `customConnectionData` may replace." }),
      createdDate: dateTime,
      updatedDate: dateTime.nullable(),
      lastUsedDate: dateTime.nullable().meta({ description: "Null: it was never used." }),
    }),
  })
  .meta({ id: "Connection" });

export type Connection = z.infer<typeof connection>;

export const createConnectionBody = z
  .strictObject({
    applicationSlug,
    authenticationId: id
      .nullish()
      .meta({ description: "May be left out when the application has one method for direct credentials." }),
    name: displayName.nullish().meta({ description: "Default: the application's name." }),
    environment: z.string().nullish().meta({ description: "Default: the method's first environment." }),
    fields: z
      .record(z.string(), fieldValue.nullable())
      .meta({ description: "Values by field name; secrets are stored encrypted." }),
    isDefault: z.boolean().nullish().meta({
      description: "Also makes the connection the caller's default for the application.",
      default: false,
    }),
  })
  .meta({
    id: "CreateConnection",
    examples: [{ applicationSlug: "petstore", fields: { apiKey: "special-key" }, isDefault: true }],
  });

export const updateConnectionBody = z
  .strictObject({
    name: displayName.nullish(),
    environment: z.string().nullish(),
    fields: z.record(z.string(), fieldValue.nullable()).nullish().meta({
      description:
        "New values by field name. A field left out does not change; null clears a field that is not required.",
    }),
    confirmOrigins: z
      .union([z.boolean(), z.array(z.string().max(maxOriginCharacters)).min(1).max(maxOrigins)])
      .nullish()
      .meta({
        description:
          "Where the stored credentials may be sent, after one of the application's addresses has changed: the new addresses as " +
          "`statusReason` names them. The request is refused when they are others by now. True confirms those that are current when the request arrives.",
      }),
  })
  .meta({
    id: "UpdateConnection",
    description: "A member that is null or left out does not change.",
    examples: [{ name: "Production" }, { confirmOrigins: ["https://api.example.com"] }],
  });

/** Result of a test of the connection's credentials. */
export const connectionTest = z
  .object({
    isSuccess: z
      .boolean()
      .nullable()
      .meta({ description: "Null when the application names no call to try credentials with." }),
    message: z.string(),
    accountLabel: z.string().nullable(),
  })
  .meta({ id: "ConnectionTest" });

/** Result of setting a default (contract, Default-connection result). */
export const defaultConnection = z
  .object({ applicationSlug, connectionId: id, isDefault: z.boolean() })
  .meta({ id: "DefaultConnection" });

/** The most recent object refresh (contract, Refresh status). */
export const refreshStatus = z
  .object({
    status: z
      .union([z.literal(0), z.literal(1), z.literal(2)])
      .meta({ description: "0: idle; 1: in progress; 2: failed.", ...extension }),
    statusDescription: z.string(),
    error: z
      .string()
      .nullable()
      .meta({ description: "Message of the last failed refresh. A later success does not clear it." }),
    errorDate: dateTime.nullable(),
    lastRefreshDate: dateTime.nullable().meta({ description: "Time of the last successful refresh." }),
  })
  .meta({ id: "RefreshStatus" });

/** An object available through the connection (decisions D28c). */
export const connectionObject = z
  .object({
    objectName: z.string(),
    label: z.string(),
    kind: z.string(),
    schema: jsonSchema.nullable().meta({ description: "Schema of its records, if known." }),
  })
  .meta({ id: "ConnectionObject" });

export const signInBody = z
  .strictObject({
    applicationSlug,
    authenticationId: id
      .nullish()
      .meta({ description: "May be left out when the application has exactly one OAuth method." }),
    environment: z.string().nullish(),
    fields: z.record(z.string(), fieldValue.nullable()).nullish(),
    connectionId: id.nullish().meta({
      description:
        "A connection of the caller to authorize again. It keeps its id, toolsets and default. Without it a new connection is created.",
      ...extension,
    }),
    name: displayName
      .nullish()
      .meta({ description: "Name of the new connection. Default: the application's name.", ...extension }),
    isDefault: z
      .boolean()
      .nullish()
      .meta({
        description: "Also makes the connection the caller's default for the application.",
        default: false,
        ...extension,
      }),
    returnUrl: z
      .string()
      .min(1)
      .max(2000)
      .nullish()
      .meta({
        description:
          "Where the browser goes afterward, with `state` and `status` (`connected` or `refused`) in the query. It must begin with the address of the server's console or with one of the server's `BOWLINE_RETURN_URLS`.",
        ...extension,
      }),
  })
  .meta({ id: "SignInRequest", examples: [{ applicationSlug: "github" }] });

export const signInResult = z
  .object({ signInUrl: z.string(), state: z.string() })
  .meta({ id: "SignInResult" });

/** The state of a sign-in (an extension for programs that wait for it). */
export const signInOutcome = z
  .object({
    status: z.enum(["pending", "confirmed", "failed", "expired"]),
    connectionId: id.nullable().meta({ description: "The new or renewed connection, once it is confirmed." }),
    name: z.string().nullable().meta({ description: "Name of the connection." }),
    error: z.string().nullable().meta({
      description:
        "Why it failed. While a connect link is `pending`, and when it has expired: why the last sign-in from it failed.",
    }),
  })
  .meta({ id: "SignInOutcome" });

export const connectLinkBody = z
  .strictObject({
    applicationSlug,
    authenticationId: id
      .nullish()
      .meta({ description: "Without it, the person chooses one of the application's methods." }),
    environment: z
      .string()
      .nullish()
      .meta({ description: "Without it, the person chooses when the application has several." }),
    name: displayName
      .nullish()
      .meta({ description: "Name of the connection. Default: the application's name." }),
    connectionId: id.nullish().meta({
      description:
        "A connection of the caller to renew, with the method and the environment that it has. It keeps its id, toolsets and default, and its name unless `name` is sent. Without it a new connection is created.",
    }),
    isDefault: z.boolean().nullish().meta({
      description:
        "Whether the connection becomes the caller's default for the application. Without it, the person may choose so.",
    }),
    returnUrl: z.string().min(1).max(2000).nullish().meta({
      description:
        "Where the browser goes afterward, with `state` and `status` (`connected` or `refused`) in the query. It must begin with the address of the server's console or with one of the server's `BOWLINE_RETURN_URLS`.",
    }),
  })
  .meta({
    id: "CreateConnectLink",
    examples: [{ applicationSlug: "petstore", name: "Ada's pets", isDefault: true }],
  });

/** A page where a person connects an account for the caller (decisions D51). */
export const connectLink = z
  .object({
    connectUrl: z.string().meta({ description: "The page. Whoever has this address can use it, once." }),
    state: z.string().meta({ description: "Identifies the result, for SignInResult." }),
    expiresDate: dateTime,
  })
  .meta({ id: "ConnectLink" });
