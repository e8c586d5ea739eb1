import { z } from "zod";
import { objectKind, testCall } from "../../manifest/application-manifest.ts";
import { jsonPointer } from "../../manifest/json-pointer.ts";
import { nativeResults } from "../../manifest/native-results.ts";
import { responseFailure } from "../../manifest/response-failure.ts";
import { toolContext } from "../../manifest/tool-manifest.ts";
import { toolPaging } from "../../manifest/tool-paging.ts";
import { applicationSlugPattern } from "../../slugs.ts";
import { authenticationMethod } from "./authentication-method.ts";
import { connectionParameter } from "./connection-parameters.ts";
import { documentSource } from "./document-source.ts";

const httpsUrl = z.url({ protocol: /^https$/ });

/** An operation of the document: `METHOD /path` as the document writes it, or its operationId. */
const operation = z.string().min(1).max(500);

/** Like `operation`; `*` stands for any text: `* /admin/*`. */
const operationPattern = operation;

const applicationIcon = z.union(
  [
    /** Slug of an icon of npm `simple-icons`. */
    z.strictObject({ simpleIcons: z.string().regex(/^[a-z0-9]+$/) }),
    /** `icon.svg` in the application's folder, drawn by us. */
    z.literal("file"),
    /** The first letter of the name. */
    z.literal("monogram"),
  ],
  'Must be {"simpleIcons": "<slug>"}, "file" or "monogram".',
);

const server = z.strictObject({
  /** Name of the environment, such as `production` or `sandbox`. The first is the default. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
  /** Address without a trailing slash; `{variable}` is a connection field. */
  url: z.string().regex(/^https:\/\/[^\s?#]*[^\s?#/]$|^\{[^}]+\}$/),
  variables: z
    .record(
      z.string(),
      z.strictObject({
        description: z.string().min(1),
        default: z.string().optional(),
        enum: z.array(z.string()).min(1).optional(),
        /** A call may name another value. It then needs an `enum`, because the credentials go to that host. */
        isOverridable: z.boolean().optional(),
      }),
    )
    .optional(),
});

/** How several lists page. */
const pagingRule = z.strictObject({
  paging: toolPaging,
  /** Path of the list of results, when the document does not show it. */
  resultsPath: jsonPointer.optional(),
  /** Default: every GET operation that has the paging's parameters. */
  operations: z.array(operationPattern).min(1).optional(),
});

/** What the document gets wrong or leaves out about one operation. */
const operationFacts = z.strictObject({
  paging: toolPaging.optional(),
  /** Path of the list of results, when the document does not show it. */
  resultsPath: jsonPointer.optional(),
  results: nativeResults.optional(),
  context: toolContext.optional(),
  /** What the operation does, where its method says another thing: a search by POST only reads. */
  hints: z
    .strictObject({
      readOnly: z.boolean().optional(),
      destructive: z.boolean().optional(),
      idempotent: z.boolean().optional(),
    })
    .optional(),
  /** Headers with a fixed value. They win over those of the application. */
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string().min(1)).optional(),
  /** The OAuth scopes that it needs. */
  scopes: z.array(z.string()).optional(),
});

/** The name and description of a tool as a model should read them. */
const featuredTool = z.strictObject({
  /** A verb and its object, such as `Create an issue`. */
  name: z.string().min(3).max(80),
  /** One to three sentences: what it does, what it needs, what it returns. */
  description: z.string().min(20).max(500),
});

/** What we say about an application whose tools come from a document. */
export const builtInApplication = z.strictObject({
  slug: z.string().regex(applicationSlugPattern),
  name: z.string().min(1).max(60),
  /** One sentence: what one does with it. */
  description: z.string().min(20).max(200),
  categories: z
    .array(z.string().regex(/^[a-z][a-z0-9-]*$/))
    .min(1)
    .max(4),
  websiteUrl: httpsUrl,
  /** The API's documentation, the source of the facts. */
  documentationUrl: httpsUrl,
  icon: applicationIcon,
  document: documentSource,
  /**
   * The document's schemas contradict themselves, so that no input fits: it closes objects that it combines, or its alternatives
   * overlap. Its objects are opened, and `oneOf` becomes `anyOf`.
   */
  loosen: z.boolean().optional(),
  /**
   * Rewrites the operationIds, by which the tools are named, when the document's cannot be read. Regular expressions, in order.
   * An operation whose id becomes empty is named by its method and path. Overlays use the rewritten ids.
   */
  operationIds: z.array(z.strictObject({ pattern: z.string().min(1), replacement: z.string() })).optional(),
  /** Replaces the document's servers. Left out: those of the document. */
  servers: z.array(server).min(1).optional(),
  /**
   * Replaces the document's security schemes. The key identifies the method and never changes once it was released. `{}`: the
   * application takes no credentials. Left out: the schemes of the document.
   */
  authentications: z.record(z.string().regex(/^[a-z][A-Za-z0-9_]*$/), authenticationMethod).optional(),
  /** Alternatives that an operation accepts, each a list of keys needed together. Default: each method alone. */
  requirements: z.array(z.array(z.string()).min(1)).min(1).optional(),
  /**
   * Headers of every call, such as the version of the API. `{name}` in a value is a connection field, such as one that the sign-in
   * keeps. The tools take no input of that name.
   */
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string().min(1)).optional(),
  /** Parts of paths that are fields of the connection, by the parameter's name. */
  connectionParameters: z.record(z.string(), connectionParameter).optional(),
  /** Inputs of any tool, by name, that the document calls numbers, and that are texts. */
  texts: z.array(z.string().min(1)).min(1).optional(),
  /** Operations that need no credentials. */
  withoutCredentials: z.array(operationPattern).optional(),
  /** The call that tests credentials and names the account. It must only read. */
  test: testCall.optional(),
  /** The lists that a connection gives access to, such as repositories or channels. */
  objects: z.array(objectKind).optional(),
  /** How the lists of the application page. The first rule that fits an operation counts. */
  paging: z.array(pagingRule).optional(),
  failure: responseFailure.optional(),
  /** Only these operations become tools. Default: all. */
  include: z.array(operationPattern).min(1).optional(),
  /** Operations that are no use as tools, such as those that are withdrawn. */
  exclude: z.array(operationPattern).optional(),
  /** The kinds of objects that many operations take. An operation's own `context` wins. */
  contexts: z
    .array(z.strictObject({ context: toolContext, operations: z.array(operationPattern).min(1) }))
    .optional(),
  /** Operations that only read, although their method says another thing, such as a search by POST. */
  readOnly: z.array(operationPattern).optional(),
  /** Facts by operation. */
  operations: z.record(operation, operationFacts).optional(),
  /** Ten to twenty of the tools that people use most, by operation. */
  featured: z.record(operation, featuredTool),
});

/** What `defineBuiltIn` takes. */
export type BuiltInDeclaration = z.input<typeof builtInApplication>;

/** See `builtInApplication`. */
export type BuiltInApplication = z.output<typeof builtInApplication>;
