// Printed from the contract by `npm run generate`. Do not change it.

export interface ActivityCondition {
  /** A dotted path into a result, with at most 32 steps. */
  fieldName: string;
  operator: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "contains" | "notContains" | "startsWith" | "endsWith" | "in" | "notIn" | "isNull" | "isNotNull";
  /** A list for in or notIn has at most 10,000 entries. */
  value: string;
}

export interface ActivitySort {
  /** A dotted path into a result, with at most 32 steps. */
  fieldName: string;
  /** 1: ascending; -1: descending. */
  orderDirection: 1 | -1;
}

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: JsonSchema;
}

export interface ApiKey {
  apiKeyId: number;
  name: string;
  /** The account user the key acts as. */
  accountUserId: number;
  /** The only toolset the key may use; null: not narrowed. */
  toolsetId: string | null;
  /** Whether the key may only read and run read-only tools. */
  readOnly: boolean;
  /** The key is invalid after this time. Null: it does not expire. */
  expiresDate: string | null;
  createdDate: string;
  /** Null: it was never used. */
  lastUsedDate: string | null;
}

export interface ApiKeyList {
  items: ApiKey[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface Application {
  slug: string;
  authentications: Authentication[];
  name: string;
  description: string;
  categories: string[];
  iconUrl: string | null;
  websiteUrl: string | null;
  /** The kind of description. `graphql` is an extension. */
  source: "builtin" | "openapi" | "mcp" | "sql" | "code" | "graphql";
  requiresConnection: boolean;
  toolCount: number;
  /** False: an Admin of the company has hidden it, and none of its tools run. Otherwise it is present only in the response to a request that sets it. */
  isEnabled?: boolean | undefined;
}

export interface ApplicationChange {
  changeId: number;
  toolSlug: string;
  kind: "added" | "changed" | "removed";
  before: {
    name: string;
    description: string;
    annotations: Record<string, boolean>;
    inputSchema: Record<string, unknown>;
    outputSchema: Record<string, unknown>;
  } | null;
  after: {
    name: string;
    description: string;
    annotations: Record<string, boolean>;
    inputSchema: Record<string, unknown>;
    outputSchema: Record<string, unknown>;
  } | null;
  foundDate: string;
}

export interface ApplicationChangeList {
  items: ApplicationChange[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface ApplicationList {
  items: Application[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface Approval {
  approvalId: string;
  /** `used`: the approved call ran. `expired`: there was no decision, or no call, in time. */
  status: "waiting" | "approved" | "denied" | "used" | "expired";
  toolSlug: string;
  connectionId: number | null;
  /** The tool's input as it would be sent, with secrets masked. In a list, when its JSON is longer than 4 KiB: the first 1,024 characters of that JSON, as a text. */
  input: unknown;
  /** True when `input` is only a beginning. `GET /v1/approvals/{approvalId}` has the whole. */
  isInputCut: boolean;
  requestedDate: string;
  /** While it waits: when it counts as denied. Once approved: until when the same call runs. */
  expiresDate: string;
  decidedDate: string | null;
  decidedByAccountUserId: number | null;
  /** Why it was denied, or why it ended before its time. */
  reason: string | null;
  /** Whose call it is. */
  accountUserId: number;
  /** The toolset that holds the call back. */
  toolsetId: string;
  /** SHA-256, in hex, of the request as this record shows it, with the whole input: the same for equal requests, another when anything shown differs. */
  digest: string;
  /** What `toolSlug` stands for. Null: there is no such tool any more. */
  tool: {
    name: string;
    applicationSlug: string;
    applicationName: string;
    annotations: {
      /** It changes nothing. */
      readOnlyHint: boolean;
      /** It may delete or overwrite something. */
      destructiveHint: boolean;
      /** Calling it again with the same input changes nothing more. */
      idempotentHint: boolean;
      /** It reaches systems outside of this server. */
      openWorldHint: boolean;
    };
  } | null;
  /** What the ids of the record stand for. */
  names: {
    /** Null: there is none, or it was deleted. */
    member: string | null;
    /** Null: there is none, or it was deleted. */
    toolset: string | null;
    /** Null: there is none, or it was deleted. */
    connection: string | null;
    /** Null: there is none, or it was deleted. */
    decidedBy: string | null;
  };
}

export interface ApprovalList {
  items: Approval[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface Authentication {
  authenticationId: number;
  type: "none" | "apiKey" | "basic" | "bearer" | "oauth2" | "oauth2ClientCredentials" | "mutualTLS" | "custom";
  name: string;
  description: string;
  /** The first is the default. */
  environments: string[];
  scopes: string[];
  fields: CredentialField[];
  /** True: nobody in the company can sign in with it until an Admin sets an OAuth client for it. Always false for methods without a sign-in, and where this server may register a client by itself at the first sign-in. */
  lacksOAuthClient: boolean;
}

export interface ConnectLink {
  /** The page. Whoever has this address can use it, once. */
  connectUrl: string;
  /** Identifies the result, for SignInResult. */
  state: string;
  expiresDate: string;
}

export interface Connection {
  connectionId: number;
  applicationSlug: string;
  /** Whether it is the caller's default for the application. */
  isDefault: boolean;
  name: string;
  applicationName: string;
  authenticationId: number;
  /** One of the method's environments, such as `production`. */
  environment: string;
  /** `expired` or `revoked`: the authorization has ended, or the application refused the credentials in the last calls. `error`: nothing is sent until the owner has confirmed or changed something. */
  status: "active" | "expired" | "revoked" | "error";
  /** Why the status is not `active`, and what to do. */
  statusReason: string | null;
  /** Login or e-mail at the application. */
  accountLabel: string | null;
  /** The fields that are not secret, by name. */
  fields: Record<string, string>;
  /** Names of the fields that `customConnectionData` may replace. */
  overridableFields: string[];
  createdDate: string;
  updatedDate: string | null;
  /** Null: it was never used. */
  lastUsedDate: string | null;
}

export interface ConnectionList {
  items: Connection[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface ConnectionObject {
  objectName: string;
  label: string;
  kind: string;
  /** Schema of its records, if known. */
  schema: JsonSchema | null;
}

export interface ConnectionObjectList {
  items: ConnectionObject[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface ConnectionTest {
  /** Null when the application names no call to try credentials with. */
  isSuccess: boolean | null;
  message: string;
  accountLabel: string | null;
}

export interface CreateApiKey {
  name: string;
  /** The key is invalid after this time. */
  expiresDate?: string | null | undefined;
  /** Narrows the key to one toolset. */
  toolsetId?: string | null | undefined;
  /** Narrows the key to operations that read and to read-only tools. */
  readOnly?: boolean | null | undefined;
  /** Admins only: the service member that the key is for. */
  accountUserId?: number | null | undefined;
}

export interface CreateConnectLink {
  applicationSlug: string;
  /** Without it, the person chooses one of the application's methods. */
  authenticationId?: number | null | undefined;
  /** Without it, the person chooses when the application has several. */
  environment?: string | null | undefined;
  /** Name of the connection. Default: the application's name. */
  name?: string | null | undefined;
  /** A connection of the caller to renew, with the method and the environment that it has. It keeps its id, toolsets and default, and its name unless `name` is sent. Without it a new connection is created. */
  connectionId?: number | null | undefined;
  /** Whether the connection becomes the caller's default for the application. Without it, the person may choose so. */
  isDefault?: boolean | null | undefined;
  /** Where the browser goes afterward, with `state` and `status` (`connected` or `refused`) in the query. It must begin with the address of the server's console or with one of the server's `BOWLINE_RETURN_URLS`. */
  returnUrl?: string | null | undefined;
}

export interface CreateConnection {
  applicationSlug: string;
  /** May be left out when the application has one method for direct credentials. */
  authenticationId?: number | null | undefined;
  /** Default: the application's name. */
  name?: string | null | undefined;
  /** Default: the method's first environment. */
  environment?: string | null | undefined;
  /** Values by field name; secrets are stored encrypted. */
  fields: Record<string, string | number | boolean | null>;
  /** Also makes the connection the caller's default for the application. */
  isDefault?: boolean | null | undefined;
}

export interface CreateMember {
  kind: "person" | "service";
  fullName: string;
  email: string;
  role: "Admin" | "Member";
}

export interface CreateServiceClient {
  name: string;
  /** A service member of the company. */
  accountUserId: number;
  /** The scopes that its tokens may have. `admin` only for a member who is an Admin. */
  scopes: Array<"tools:read" | "tools:execute" | "connections:read" | "connections:write" | "toolsets:read" | "toolsets:write" | "history:read" | "admin">;
}

export interface CreateToolset {
  name: string;
  connections?: ToolsetConnectionInput[] | null | undefined;
  workflows?: string[] | null | undefined;
  settings?: ToolsetSettingsInput | null | undefined;
}

export interface CreatedApiKey {
  apiKeyId: number;
  name: string;
  /** The account user the key acts as. */
  accountUserId: number;
  /** The only toolset the key may use; null: not narrowed. */
  toolsetId: string | null;
  /** Whether the key may only read and run read-only tools. */
  readOnly: boolean;
  /** The key is invalid after this time. Null: it does not expire. */
  expiresDate: string | null;
  createdDate: string;
  /** Null: it was never used. */
  lastUsedDate: string | null;
  /** The key itself. No later response shows it. */
  apiKey: string;
}

export interface CreatedMember {
  accountUserId: number;
  kind: "person" | "service";
  fullName: string;
  email: string;
  role: "Admin" | "Member";
  createdDate: string;
  /** For a person: a link that works once, within 7 days. Null for a service. */
  invitationUrl: string | null;
}

export interface CreatedServiceClient {
  clientId: string;
  name: string;
  /** The service member that the client acts as. */
  accountUserId: number;
  /** The scopes that its tokens may have. */
  scopes: Array<"tools:read" | "tools:execute" | "connections:read" | "connections:write" | "toolsets:read" | "toolsets:write" | "history:read" | "admin">;
  createdDate: string;
  /** The secret. No later response shows it. */
  clientSecret: string;
}

export interface CredentialField {
  fieldName: string;
  label: string;
  description: string;
  type: "string" | "number" | "boolean";
  required: boolean;
  /** A secret is stored encrypted and never returned. */
  secret: boolean;
  /** Whether `customConnectionData` may replace the value for one call. */
  overridable: boolean;
  default: string | null;
  /** The only values allowed, when they are known. */
  enum?: string[] | undefined;
  /** Regular expression that the whole value must match. */
  pattern?: string | undefined;
  /** What the pattern requires, worded to follow "must be". */
  patternHint?: string | undefined;
}

export interface CustomConnectionDataItem {
  /** The connection's field. */
  fieldName: string;
  /** The value for this call. */
  value: string;
}

export interface DefaultConnection {
  applicationSlug: string;
  connectionId: number;
  isDefault: boolean;
}

export interface DenyApproval {
  reason?: string | null | undefined;
}

export interface Error {
  errorCode: "VALIDATION_ERROR" | "INVALID_REQUEST" | "UNAUTHORIZED" | "FORBIDDEN" | "TOOL_NOT_PERMITTED" | "NOT_FOUND" | "CONFLICT" | "NO_DEFAULT_CONNECTION" | "AMBIGUOUS_CONNECTION" | "IDEMPOTENCY_CONFLICT" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR";
  message: string;
  /** Also sent as the header `x-request-id`. */
  requestId: string;
  timestamp: string;
  /** The request path without its query. */
  path: string;
  /** Only with `VALIDATION_ERROR`: the problems found, at most 100. */
  details?: Array<{
    field: string;
    issue: string;
  }> | undefined;
}

export interface Execution {
  historyId: number;
  accountUserId: number;
  /** Null: the call came without an API key. */
  apiKeyId: number | null;
  toolSlug: string;
  applicationSlug: string;
  /** Null: the tool needed no connection. */
  connectionId: number | null;
  resolvedBy: "explicit" | "toolset" | "default" | "none";
  /** The toolset that the call went through. */
  toolsetId: string | null;
  source: "api" | "mcp" | "console";
  isSuccess: boolean;
  failureKind: "downstreamRefused" | "downstreamUnavailable" | "timeout" | "authorizationExpired" | "missingScope" | "rateLimited" | "outputTooLarge" | "invalidOutput" | "toolError" | "originChanged" | null;
  errorMessage: string | null;
  /** HTTP status of the downstream call. */
  statusCode: number | null;
  /** How long the application took, in milliseconds. */
  executionTime: number | null;
  /** Response payload size in bytes. */
  dataSize: number | null;
  requestId: string;
  createdDate: string;
  /** What the ids of the record stand for. */
  names: ExecutionNames;
  /** The request with secrets masked. Null when only metadata is kept. */
  input: unknown;
  /** Null when the output exceeded the size limit, or only metadata is kept. */
  output: unknown;
  /** True when the output was too large to keep. */
  isOutputCut: boolean;
  /** How long its phases took. Null for records written before this was kept. */
  timings: ExecutionTimings | null;
  /** Headers of the application's response, secrets masked: its type, length, date and age, ids of the request, and how much of a budget is left. Others, and values over 200 characters, are not kept. Null when there is none, or only metadata is kept. */
  responseHeaders: Record<string, string> | null;
}

export interface ExecutionInfo {
  /** HTTP status of the downstream call. */
  statusCode?: number | null | undefined;
  /** Downstream response headers. */
  headers?: Record<string, string> | null | undefined;
  /** How long the application took, in milliseconds. */
  executionTime?: number | null | undefined;
  /** Response payload size in bytes. */
  dataSize?: number | null | undefined;
}

export interface ExecutionList {
  items: ExecutionSummary[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface ExecutionNames {
  /** Null: there is none, or it was deleted. */
  member: string | null;
  /** Null: there is none, or it was deleted. */
  connection: string | null;
  /** Null: there is none, or it was deleted. */
  toolset: string | null;
  /** Null: there is none, or it was deleted. */
  apiKey: string | null;
}

export interface ExecutionSummary {
  historyId: number;
  accountUserId: number;
  /** Null: the call came without an API key. */
  apiKeyId: number | null;
  toolSlug: string;
  applicationSlug: string;
  /** Null: the tool needed no connection. */
  connectionId: number | null;
  resolvedBy: "explicit" | "toolset" | "default" | "none";
  /** The toolset that the call went through. */
  toolsetId: string | null;
  source: "api" | "mcp" | "console";
  isSuccess: boolean;
  failureKind: "downstreamRefused" | "downstreamUnavailable" | "timeout" | "authorizationExpired" | "missingScope" | "rateLimited" | "outputTooLarge" | "invalidOutput" | "toolError" | "originChanged" | null;
  errorMessage: string | null;
  /** HTTP status of the downstream call. */
  statusCode: number | null;
  /** How long the application took, in milliseconds. */
  executionTime: number | null;
  /** Response payload size in bytes. */
  dataSize: number | null;
  requestId: string;
  createdDate: string;
  /** What the ids of the record stand for. */
  names: ExecutionNames;
}

export interface ExecutionTimings {
  /** Every check before the call, and finding the connection. */
  checks: number;
  /** Waiting for a token that is good: a renewal, or another server's. */
  token: number;
  /** The application, with calls that were repeated and further pages, until its response was read. */
  downstream: number;
  /** Filtering and sorting the results, and masking the record. */
  results: number;
}

export interface Grant {
  grantId: number;
  clientId: string;
  clientName: string;
  /** Who allowed it. */
  accountUserId: number;
  /** The address that its tokens are for. */
  resource: string;
  scopes: string[];
  /** The only toolset it may use; null: not narrowed. */
  toolsetId: string | null;
  /** Whether it may only read and run read-only tools. */
  readOnly: boolean;
  createdDate: string;
  expiresDate: string;
  /** When one of its tokens was last used, to the minute; null: not yet. */
  lastUsedDate: string | null;
}

export interface GrantList {
  items: Grant[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface HistorySummary {
  from: string;
  to: string;
  interval: "1m" | "5m" | "15m" | "30m" | "1h" | "3h" | "6h" | "12h" | "1d" | "7d" | "30d";
  count: number;
  failures: number;
  /** Milliseconds that half of the executions took at most, within 2 percent. Null: none has a time. Of more than 200,000 executions it is that of a sample. */
  p50: number | null;
  /** As p50, for 95 of 100 executions. */
  p95: number | null;
  /** Every bucket of the time, oldest first. The first and the last count only what is in the time. */
  buckets: Array<{
    start: string;
    count: number;
    failures: number;
    /** Milliseconds that half of the executions took at most, within 2 percent. Null: none has a time. Of more than 200,000 executions it is that of a sample. */
    p50: number | null;
    /** As p50, for 95 of 100 executions. */
    p95: number | null;
  }>;
  /** The largest groups, at most 12, then the rest. Empty without `groupBy`. */
  groups: Array<{
    /** The slug, the id, the source or the kind. Null: executions without one, such as successful ones without a kind of failure, or calls without an API key. */
    key: string | null;
    /** The present name of the member, the connection or the API key. Null: it was deleted, or the key is not an id. */
    name: string | null;
    /** True for all groups together that are not listed. */
    isOther: boolean;
    count: number;
    failures: number;
    /** Milliseconds that half of the executions took at most, within 2 percent. Null: none has a time. Of more than 200,000 executions it is that of a sample. */
    p50: number | null;
    /** As p50, for 95 of 100 executions. */
    p95: number | null;
    /** Only buckets with executions. */
    buckets: Array<{
      start: string;
      count: number;
      failures: number;
      /** Milliseconds that half of the executions took at most, within 2 percent. Null: none has a time. Of more than 200,000 executions it is that of a sample. */
      p50: number | null;
      /** As p50, for 95 of 100 executions. */
      p95: number | null;
    }>;
  }>;
}

export interface Identity {
  /** `apiuser`: an API key was used; `anonymous`: the profile was deleted; `user`: a Bearer token was used. */
  userType: "apiuser" | "anonymous" | "user";
  fullName: string;
  email: string;
  currentCompany: string;
  role: "Admin" | "Member";
}

export interface Import {
  importId: number;
  applicationSlug: string;
  isDryRun: boolean;
  /** 0: done; 1: in progress; 2: failed. */
  status: 0 | 1 | 2;
  /** The last phase that it reached. */
  phase: "fetching" | "reading" | "building" | "storing";
  /** How many tools of `total` the phase has done. */
  done: number;
  /** Null: not known yet. */
  total: number | null;
  /** When it is done: what the import returned. */
  result: ImportResult | null;
  /** When it failed: what was wrong, and what to do. */
  error: string | null;
  /** When it failed: the code of the error that an import without `background` returns. */
  errorCode: "VALIDATION_ERROR" | "INVALID_REQUEST" | "UNAUTHORIZED" | "FORBIDDEN" | "TOOL_NOT_PERMITTED" | "NOT_FOUND" | "CONFLICT" | "NO_DEFAULT_CONNECTION" | "AMBIGUOUS_CONNECTION" | "IDEMPOTENCY_CONFLICT" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | null;
  startedDate: string;
  endedDate: string | null;
}

/** Give exactly one of `document`, `text` and `url`, or for a GraphQL endpoint one of `url` and `schema`. An import of an MCP server takes only `source`, `slug`, `url`, `name` and `headers`, and one of a database only `source`, `slug`, `name` and `dialect`. Each also takes `background` and `dryRun`. */
export interface ImportApplication {
  /** The kind of description. */
  source: "openapi" | "mcp" | "sql" | "graphql";
  slug: string;
  /** Default: the document's title. A name that was set with PATCH stays, and so does that of an MCP server that is known already: `warnings` says so. */
  name?: string | null | undefined;
  /** The document as JSON. */
  document?: Record<string, unknown> | null | undefined;
  /** The document as JSON or YAML text. */
  text?: string | null | undefined;
  /** The address of the document, of the MCP server or of the GraphQL endpoint. Files of the same origin that an OpenAPI document refers to are fetched, too. */
  url?: string | null | undefined;
  /** A GraphQL schema: SDL, or the JSON response of an introspection query. For an endpoint that refuses introspection. */
  schema?: string | null | undefined;
  /** Headers to send when listing an MCP server's tools or reading a GraphQL endpoint's schema, such as `Authorization`. Their values are not stored; their names become an authentication method. */
  headers?: Record<string, string> | null | undefined;
  /** Replaces the document's servers. With `schema`, the address of the GraphQL endpoint. */
  baseUrl?: string | null | undefined;
  /** Connection fields that `customConnectionData` may replace. */
  overridableFields?: string[] | null | undefined;
  /** The kind of database, for the source `sql`. `mysql` is MySQL and MariaDB. */
  dialect?: "postgresql" | "mysql" | "sqlite" | null | undefined;
  /** OpenAPI security schemes for a document that has none. Every operation accepts each of them. */
  securitySchemes?: Record<string, Record<string, unknown>> | null | undefined;
  /** True: returns the import's id at once. `GET /v1/imports/{importId}` says how far it is. */
  background?: boolean | null | undefined;
  /** True: stores nothing, and returns what the import would change as `changes`. */
  dryRun?: boolean | null | undefined;
  /** A known provider. Its authentication methods are added. `GET /v1/providers` lists the providers. */
  provider?: string | null | undefined;
}

export interface ImportList {
  items: Import[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface ImportResult {
  applicationSlug: string;
  toolCount: number;
  added: number;
  changed: number;
  removed: number;
  /** Connections that no longer send anything, because the import changed an address that their credentials were entered for. */
  stoppedConnections: number;
  skipped: Array<{
    operation: string;
    reason: string;
  }>;
  warnings: string[];
  /** Present with `dryRun`: the tools that the import would add, change or remove, by slug. Those of an MCP server that is known already would wait until an Admin accepts them. */
  changes?: Array<{
    toolSlug: string;
    kind: "added" | "changed" | "removed";
  }> | undefined;
}

export interface ImportStarted {
  /** For `GET /v1/imports/{importId}`. */
  importId: number;
}

/** A JSON Schema (2020-12) object. */
export type JsonSchema = Record<string, unknown>;

export interface ListedOAuthClient {
  applicationSlug: string;
  applicationName: string;
  authenticationId: number;
  authenticationName: string;
  /** Whose client it is. `company`: an Admin entered it; `registration`: this server registered it for the company at the application; `operator`: the server's, for all companies. Null: there is none. */
  setBy: "company" | "registration" | "operator" | null;
  /** True: without a client, this server tries to register one at the first sign-in. Some authorization servers refuse. */
  mayRegister: boolean;
  /** Null: there is none, or it is the operator's. */
  clientId: string | null;
  /** Whether the company's client has a secret. It is never returned. */
  hasSecret: boolean;
  /** Null: the method's own. */
  scopes: string[] | null;
  /** The method's own: what a sign-in asks for when the client has no scopes. */
  defaultScopes: string[];
  /** Hosts that a client may be sent to when it names none. Null: a connection's field may be any host, so the client has to name them. */
  defaultTokenHosts: string[] | null;
  /** What the provider writes about its sign-in. Null: this server does not know. */
  documentationUrl: string | null;
  /** The address of this server that is registered with the client, or is to be. */
  redirectUri: string;
}

export interface ListedOAuthClientList {
  items: ListedOAuthClient[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface McpTool {
  name: string;
  description: string;
  title: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema | undefined;
  annotations: {
    /** It changes nothing. */
    readOnlyHint: boolean;
    /** It may delete or overwrite something. */
    destructiveHint: boolean;
    /** Calling it again with the same input changes nothing more. */
    idempotentHint: boolean;
    /** It reaches systems outside of this server. */
    openWorldHint: boolean;
  };
}

export interface Member {
  accountUserId: number;
  kind: "person" | "service";
  fullName: string;
  email: string;
  role: "Admin" | "Member";
  createdDate: string;
}

export interface MemberInvitation {
  /** A link that works once, within 7 days. */
  invitationUrl: string;
}

export interface MemberList {
  items: Member[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface OAuthClient {
  applicationSlug: string;
  authenticationId: number;
  clientId: string;
  hasSecret: boolean;
  scopes: string[] | null;
  /** Hosts that the client may be sent to. */
  tokenHosts: string[];
  /** The address to register with the client at the application. */
  redirectUri: string;
}

export interface OpenAiTool {
  type: "function";
  function: {
    name: string;
    description: string;
    parameters: JsonSchema;
  };
}

export interface Provider {
  /** The value that an import takes as `provider`. */
  provider: string;
  name: string;
  /** Types of the methods that an import adds. */
  types: Array<"none" | "apiKey" | "basic" | "bearer" | "oauth2" | "oauth2ClientCredentials" | "mutualTLS" | "custom">;
  documentationUrl: string | null;
}

export interface ProviderList {
  items: Provider[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface RefreshStatus {
  /** 0: idle; 1: in progress; 2: failed. */
  status: 0 | 1 | 2;
  statusDescription: string;
  /** Message of the last failed refresh. A later success does not clear it. */
  error: string | null;
  errorDate: string | null;
  /** Time of the last successful refresh. */
  lastRefreshDate: string | null;
}

export interface ServerStatus {
  version: string;
  baseUrl: string;
  /** When the process that responds started. */
  startedDate: string;
  database: {
    version: string;
    isEmbedded: boolean;
    /** How long a query took that reads nothing. */
    latencyMs: number;
  };
  /** Null: none is configured, and each process counts calls by itself. */
  redis: {
    isReady: boolean;
  } | null;
  /** Work in the background. Failed jobs are those of the last days. */
  jobs: {
    waiting: number;
    active: number;
    failed: number;
  };
  history: {
    keeps: "full" | "metadata" | "off";
    /** How long records are kept. */
    days: number;
  };
  /** Calls of the company in a second and in an hour, and searches besides. The headers `ratelimit-remaining` and `ratelimit-reset` of each response say what is left. */
  limits: {
    /** 0: no limit. */
    burst: number;
    /** 0: no limit. */
    hourly: number;
    /** 0: no limit. */
    searchBurst: number;
    /** 0: no limit. */
    searchHourly: number;
  };
  /** Calls and searches that were counted in the company's hour that runs: by all processes with Redis, else by the process that responds. Null: Redis does not respond. */
  limitUse: {
    hourly: number;
    searchHourly: number;
  } | null;
  catalog: {
    applications: number;
    tools: number;
    /** Those of `applications` that are built in. */
    builtInApplications: number;
    hiddenApplications: number;
  };
  search: "lexical" | "hybrid";
  /** The processes that serve, on all nodes. One that was killed is listed for a day. */
  processes: Array<{
    host: string;
    version: string;
    startedDate: string;
    /** The last sign of life. One comes every 10 seconds. */
    aliveDate: string;
    /** Whether one came within 30 seconds. */
    isAlive: boolean;
  }>;
  /** The newest master key. */
  masterKey: {
    /** Null: since before this was noted. */
    since: string | null;
    /** Whether it wraps every data key, so that older master keys are not needed. */
    isOnlyOne: boolean;
  };
  /** The built-in applications of the database. */
  builtIns: {
    state: "off" | "waiting" | "installed";
    /** The version of the server that installed them. */
    version: string | null;
    installedDate: string | null;
  };
}

export interface ServiceClient {
  clientId: string;
  name: string;
  /** The service member that the client acts as. */
  accountUserId: number;
  /** The scopes that its tokens may have. */
  scopes: Array<"tools:read" | "tools:execute" | "connections:read" | "connections:write" | "toolsets:read" | "toolsets:write" | "history:read" | "admin">;
  createdDate: string;
}

export interface ServiceClientList {
  items: ServiceClient[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface SetOAuthClient {
  clientId: string;
  /** Stored encrypted and never returned. A client without a secret is a public client. */
  clientSecret?: string | null | undefined;
  /** Scopes to ask for at a sign-in. Default: the method's. */
  scopes?: string[] | null | undefined;
  /** Hosts that the client may be sent to for tokens. Default: the hosts in the method's description. Required when a connection's field may be any host. */
  tokenHosts?: string[] | null | undefined;
}

export interface SignInOutcome {
  status: "pending" | "confirmed" | "failed" | "expired";
  /** The new or renewed connection, once it is confirmed. */
  connectionId: number | null;
  /** Name of the connection. */
  name: string | null;
  /** Why it failed. While a connect link is `pending`, and when it has expired: why the last sign-in from it failed. */
  error: string | null;
}

export interface SignInRequest {
  applicationSlug: string;
  /** May be left out when the application has exactly one OAuth method. */
  authenticationId?: number | null | undefined;
  environment?: string | null | undefined;
  fields?: Record<string, string | number | boolean | null> | null | undefined;
  /** A connection of the caller to authorize again. It keeps its id, toolsets and default. Without it a new connection is created. */
  connectionId?: number | null | undefined;
  /** Name of the new connection. Default: the application's name. */
  name?: string | null | undefined;
  /** Also makes the connection the caller's default for the application. */
  isDefault?: boolean | null | undefined;
  /** Where the browser goes afterward, with `state` and `status` (`connected` or `refused`) in the query. It must begin with the address of the server's console or with one of the server's `BOWLINE_RETURN_URLS`. */
  returnUrl?: string | null | undefined;
}

export interface SignInResult {
  signInUrl: string;
  state: string;
}

export type SummaryGroupBy = "application" | "tool" | "connection" | "source" | "kind" | "member" | "apiKey";

export interface Tool {
  slug: string;
  name: string;
  description: string;
  applicationSlug: string;
  applicationName: string;
  annotations: {
    /** It changes nothing. */
    readOnlyHint: boolean;
    /** It may delete or overwrite something. */
    destructiveHint: boolean;
    /** Calling it again with the same input changes nothing more. */
    idempotentHint: boolean;
    /** It reaches systems outside of this server. */
    openWorldHint: boolean;
  };
  scopes: string[];
  tags: string[];
  /** The kind of object that `contextValue` names. Null: the tool takes none. */
  contextType: string | null;
  /** JSON Pointer to the list of results in the output. */
  resultsPath: string | null;
  /** False: it can also be called without a connection. */
  requiresConnection: boolean;
  isDeprecated: boolean;
  /** The application's description recommends the tool. Left out for all others. */
  isFeatured?: true | undefined;
  inputSchema?: JsonSchema | undefined;
  outputSchema?: JsonSchema | undefined;
}

export interface ToolExecuteRequest {
  /** The tool's input by name, as its input schema describes it. */
  fields?: Record<string, unknown> | null | undefined;
  /** The connection's object to work on, for a tool with a `contextType`. */
  contextValue?: string | null | undefined;
  /** Only results that meet all conditions are returned. */
  filters?: ActivityCondition[] | null | undefined;
  /** The first clause in which two results differ decides their order. Nulls are last. */
  sort?: ActivitySort[] | null | undefined;
  /** How many results to skip. Default: 0. */
  offset?: number | null | undefined;
  /** The most results to return. Default: all. */
  top?: number | null | undefined;
  /** More of the tool's input. No name may also be in `fields`. */
  subItems?: Record<string, unknown> | null | undefined;
  /** Values that replace overridable fields of the connection for this call. */
  customConnectionData?: CustomConnectionDataItem[] | null | undefined;
}

export interface ToolExecuteResponse {
  isSuccess: boolean;
  /** Why the tool failed. Null: it succeeded. */
  errorMessage: string | null;
  executionInfo: ExecutionInfo | null;
  /** The tool's result, as described by its output schema. */
  output: unknown;
  /** The record in the history. Null: there is none. */
  historyId: number | null;
}

export interface ToolList {
  items: Array<Tool | OpenAiTool | AnthropicTool | McpTool>;
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface ToolResolution {
  toolSlug: string;
  /** Null: the tool needs no connection. */
  connectionId: number | null;
  resolvedBy: "explicit" | "toolset" | "default" | "none";
  /** The toolset whose settings hold for the call: the named one, or the key's. */
  toolsetId: string | null;
  /** True when the toolset wants a person to approve the call first. */
  needsApproval: boolean;
}

export interface ToolSchemas {
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
}

export interface Toolset {
  toolsetId: string;
  name: string;
  connections: ToolsetConnection[];
  /** Workflow token GUIDs. */
  workflows: string[];
  createdDate: string;
  /** Null if never updated. */
  updatedDate: string | null;
  createdByAccountUserId: number;
  updatedByAccountUserId: number | null;
  /** How agents see and use the tools. A credential narrowed to the toolset does not see the presets. */
  settings: ToolsetSettings;
}

export interface ToolsetConnection {
  connectionId: number;
  applicationSlug: string;
  toolSlugs: string[];
  applicationName: string;
}

export interface ToolsetConnectionInput {
  connectionId: number;
  applicationSlug: string;
  /** The permitted tools. An empty list permits none. */
  toolSlugs: string[];
  /** Need not be sent. It cannot be changed. */
  applicationName?: string | null | undefined;
}

export interface ToolsetList {
  items: Toolset[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Zero-based index of the first item. */
  offset: number;
  /** The most items that the response could have. It has fewer before the end of the list when its items are large. */
  top: number;
}

export interface ToolsetSettings {
  /** `compact`: agents over MCP get shortened descriptions. `full`: they get whole ones. */
  schemas: "compact" | "full";
  /** Whether agents over MCP get the tools' output schemas. */
  outputSchemas: boolean;
  /** Whether agents over MCP may filter, sort and cut lists of results. */
  resultControls: boolean;
  /** The most characters of a result that an agent over MCP gets at once. Null: 100,000, and no tool to read on. */
  resultBytes: number | null;
  /** The calls through the toolset that a person approves first: `none`, those of destructive tools, of tools that write, `all`, or those of the tools listed. */
  approvals: "none" | "destructive" | "writes" | "all" | string[];
  /** Names, descriptions and presets by tool slug. The object replaces the stored one. */
  tools: Record<string, ToolsetToolSettings>;
}

/** A member that is null or left out does not change. */
export interface ToolsetSettingsInput {
  schemas?: "compact" | "full" | null | undefined;
  outputSchemas?: boolean | null | undefined;
  resultControls?: boolean | null | undefined;
  /** The most characters of a result that an agent over MCP gets at once. Null: 100,000, and no tool to read on. */
  resultBytes?: number | null | undefined;
  approvals?: "none" | "destructive" | "writes" | "all" | string[] | null | undefined;
  tools?: Record<string, ToolsetToolSettings> | null | undefined;
}

export interface ToolsetToolSettings {
  name?: string | null | undefined;
  /** The description that agents see, instead of the tool's. */
  description?: string | null | undefined;
  /** Input values by name. They are sent with every call through the toolset, agents do not see them, and a call that names one is refused. */
  presets?: Record<string, unknown> | null | undefined;
}

/** A member that is null or left out does not change. */
export interface UpdateApplication {
  /** False hides the application from the company: it is in no list, and its tools do not run. The only member that a built-in application takes. */
  isEnabled?: boolean | null | undefined;
  name?: string | null | undefined;
  description?: string | null | undefined;
  categories?: string[] | null | undefined;
  /** An empty text restores the description's. */
  iconUrl?: "" | string | null | undefined;
  /** An empty text restores the description's. */
  websiteUrl?: "" | string | null | undefined;
  /** The API's address. Replaces the document's servers and those of the connections. An empty text restores them. */
  baseUrl?: "" | string | null | undefined;
}

/** A member that is null or left out does not change. */
export interface UpdateConnection {
  name?: string | null | undefined;
  environment?: string | null | undefined;
  /** New values by field name. A field left out does not change; null clears a field that is not required. */
  fields?: Record<string, string | number | boolean | null> | null | undefined;
  /** Where the stored credentials may be sent, after one of the application's addresses has changed: the new addresses as `statusReason` names them. The request is refused when they are others by now. True confirms those that are current when the request arrives. */
  confirmOrigins?: boolean | string[] | null | undefined;
}

/** A member that is null or left out does not change. */
export interface UpdateMember {
  fullName?: string | null | undefined;
  email?: string | null | undefined;
  role?: "Admin" | "Member" | null | undefined;
}

/** A member that is null or left out does not change. A list replaces the stored list. A record that was read can be sent back. */
export interface UpdateToolset {
  name?: string | null | undefined;
  connections?: ToolsetConnectionInput[] | null | undefined;
  workflows?: string[] | null | undefined;
  settings?: ToolsetSettingsInput | null | undefined;
  /** Ignored: it cannot be changed. */
  toolsetId?: unknown | undefined;
  /** Ignored: it cannot be changed. */
  createdDate?: unknown | undefined;
  /** Ignored: it cannot be changed. */
  updatedDate?: unknown | undefined;
  /** Ignored: it cannot be changed. */
  createdByAccountUserId?: unknown | undefined;
  /** Ignored: it cannot be changed. */
  updatedByAccountUserId?: unknown | undefined;
}

/** The input and the response of each operation, by its id. */

export interface Operations {
  /** List your API keys */
  listApiKeys: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
    };
    body: null;
    response: ApiKeyList;
  };
  /** Create an API key */
  createApiKey: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateApiKey;
    response: CreatedApiKey;
  };
  /** Delete an API key */
  deleteApiKey: {
    params: {
      apiKeyId: number;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** List the catalog's applications */
  listApplications: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
      /** Words to look for. A blank text does not search. */
      search?: string | undefined;
      /** False: lists the applications that the company has hidden, instead of the others. */
      isEnabled?: boolean | undefined;
    };
    body: null;
    response: ApplicationList;
  };
  /** Import or re-import an application */
  importApplication: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: ImportApplication;
    response: ImportResult | ImportStarted;
  };
  /** List the OAuth methods of the catalog with the clients of the company */
  listOAuthClients: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
    };
    body: null;
    response: ListedOAuthClientList;
  };
  /** Get an application */
  getApplication: {
    params: {
      /** The application's slug. */
      slug: string;
    };
    query: Record<never, never>;
    body: null;
    response: Application;
  };
  /** Change the presentation and the address of an imported application, or hide an application */
  updateApplication: {
    params: {
      /** The application's slug. */
      slug: string;
    };
    query: Record<never, never>;
    body: UpdateApplication;
    response: Application;
  };
  /** Delete an imported application */
  deleteApplication: {
    params: {
      /** The application's slug. */
      slug: string;
    };
    query: {
      /** Also delete the application's connections. */
      force?: boolean | undefined;
    };
    body: null;
    response: string;
  };
  /** Get the company's own OAuth client for an authentication method */
  getOAuthClient: {
    params: {
      /** The application's slug. */
      slug: string;
      /** The OAuth method that the client is for. */
      authenticationId: number;
    };
    query: Record<never, never>;
    body: null;
    response: OAuthClient;
  };
  /** Set the company's own OAuth client for an authentication method */
  setOAuthClient: {
    params: {
      /** The application's slug. */
      slug: string;
      /** The OAuth method that the client is for. */
      authenticationId: number;
    };
    query: Record<never, never>;
    body: SetOAuthClient;
    response: OAuthClient;
  };
  /** Remove the company's own OAuth client */
  deleteOAuthClient: {
    params: {
      /** The application's slug. */
      slug: string;
      /** The OAuth method that the client is for. */
      authenticationId: number;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** List the pending changes of an MCP server's tools */
  listApplicationChanges: {
    params: {
      /** The application's slug. */
      slug: string;
    };
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
    };
    body: null;
    response: ApplicationChangeList;
  };
  /** Accept a change of a tool */
  acceptApplicationChange: {
    params: {
      /** The application's slug. */
      slug: string;
      changeId: number;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** Reject a change of a tool */
  rejectApplicationChange: {
    params: {
      /** The application's slug. */
      slug: string;
      changeId: number;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** List the approvals that you may decide */
  listApprovals: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
      /** Only approvals with this status. */
      status?: "waiting" | "approved" | "denied" | "used" | "expired" | undefined;
      /** Only approvals that wait for a decision (true) or wait no more (false). */
      isWaiting?: boolean | undefined;
    };
    body: null;
    response: ApprovalList;
  };
  /** Get an approval */
  getApproval: {
    params: {
      approvalId: string;
    };
    query: Record<never, never>;
    body: null;
    response: Approval;
  };
  /** Approve a call */
  approveApproval: {
    params: {
      approvalId: string;
    };
    query: Record<never, never>;
    body: null;
    response: Approval;
  };
  /** Deny a call */
  denyApproval: {
    params: {
      approvalId: string;
    };
    query: Record<never, never>;
    body: DenyApproval;
    response: Approval;
  };
  /** Delete the acting user's profile */
  deleteProfile: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** Report who the credential belongs to */
  getIdentity: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: null;
    response: Identity;
  };
  /** List the clients of the company's service members */
  listClients: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
    };
    body: null;
    response: ServiceClientList;
  };
  /** Create a client for a service member */
  createClient: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateServiceClient;
    response: CreatedServiceClient;
  };
  /** Delete a service member's client */
  deleteClient: {
    params: {
      clientId: string;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** List your connections */
  listConnections: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
      /** Only connections to this application. */
      applicationSlug?: string | undefined;
      /** Part of the name, the account label or the application's name. */
      search?: string | undefined;
    };
    body: null;
    response: ConnectionList;
  };
  /** Connect to an application with direct credentials */
  createConnection: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateConnection;
    response: Connection;
  };
  /** Create a page where a person connects an account for you */
  createConnectLink: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateConnectLink;
    response: ConnectLink;
  };
  /** Build an OAuth sign-in URL to authorize a new connection */
  getSignInUrl: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: SignInRequest;
    response: SignInResult;
  };
  /** Get the state of a sign-in or of a connect link */
  getSignInResult: {
    params: Record<never, never>;
    query: {
      /** The `state` that GetSignInUrl or ConnectLink returned. */
      state: string;
    };
    body: null;
    response: SignInOutcome;
  };
  /** Get a connection */
  getConnection: {
    params: {
      connectionId: number;
    };
    query: Record<never, never>;
    body: null;
    response: Connection;
  };
  /** Rename a connection or give it new credentials */
  updateConnection: {
    params: {
      connectionId: number;
    };
    query: Record<never, never>;
    body: UpdateConnection;
    response: Connection;
  };
  /** Delete a connection */
  deleteConnection: {
    params: {
      connectionId: number;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** Make the connection the caller's default for its application */
  setDefaultConnection: {
    params: {
      connectionId: number;
    };
    query: Record<never, never>;
    body: null;
    response: DefaultConnection;
  };
  /** Make the connection no longer the default */
  clearDefaultConnection: {
    params: {
      connectionId: number;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** List the objects available through the connection */
  listConnectionObjects: {
    params: {
      connectionId: number;
    };
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
      /** Part of the name or the label. */
      search?: string | undefined;
      /** Only objects of this kind, such as a tool's `contextType`. */
      kind?: string | undefined;
    };
    body: null;
    response: ConnectionObjectList;
  };
  /** Start a refresh of the objects available through the connection */
  refreshObjects: {
    params: {
      connectionId: number;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** Report the most recent object refresh of the connection */
  getRefreshStatus: {
    params: {
      connectionId: number;
    };
    query: Record<never, never>;
    body: null;
    response: RefreshStatus;
  };
  /** Test a connection's credentials */
  testConnection: {
    params: {
      connectionId: number;
    };
    query: Record<never, never>;
    body: null;
    response: ConnectionTest;
  };
  /** List the history of executions */
  listExecutions: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
      /** Only executions of this tool. */
      toolSlug?: string | undefined;
      /** Only executions of this application's tools. */
      applicationSlug?: string | undefined;
      /** Only executions through this connection. */
      connectionId?: number | null | undefined;
      /** Only executions through this toolset. */
      toolsetId?: string | null | undefined;
      /** Only executions of this account user. Another than the caller's is for Admins. */
      accountUserId?: number | undefined;
      /** Only executions with this API key. A key that was deleted is still found by its id. */
      apiKeyId?: number | undefined;
      /** Only executions that came in this way. */
      source?: "api" | "mcp" | "console" | undefined;
      /** Only executions that succeeded (true) or failed (false). */
      isSuccess?: boolean | undefined;
      /** Only executions that failed with this kind. */
      kind?: "downstreamRefused" | "downstreamUnavailable" | "timeout" | "authorizationExpired" | "missingScope" | "rateLimited" | "outputTooLarge" | "invalidOutput" | "toolError" | "originChanged" | undefined;
      /** Only executions whose history id or request id is this text, whose tool's slug contains it, or whose error message contains it, in any case of letters. Messages are looked at in the newest 20,000 failed executions. A blank text does not search. */
      search?: string | undefined;
      /** At this time or later. */
      from?: string | undefined;
      /** Before this time. */
      to?: string | undefined;
      /** Only executions older than this record: the last one of the page before. So a page stays the same while records arrive. `totalCount` does not depend on it, and `offset` counts from there. */
      before?: number | undefined;
      /** Only executions newer than this record: the page has those next to it, and `offset` counts from there. Not together with `before`. */
      after?: number | undefined;
    };
    body: null;
    response: ExecutionList;
  };
  /** Count executions over time */
  getHistorySummary: {
    params: Record<never, never>;
    query: {
      /** Only executions of this tool. */
      toolSlug?: string | undefined;
      /** Only executions of this application's tools. */
      applicationSlug?: string | undefined;
      /** Only executions through this connection. */
      connectionId?: number | null | undefined;
      /** Only executions through this toolset. */
      toolsetId?: string | null | undefined;
      /** Only executions of this account user. Another than the caller's is for Admins. */
      accountUserId?: number | undefined;
      /** Only executions with this API key. A key that was deleted is still found by its id. */
      apiKeyId?: number | undefined;
      /** Only executions that came in this way. */
      source?: "api" | "mcp" | "console" | undefined;
      /** Only executions that succeeded (true) or failed (false). */
      isSuccess?: boolean | undefined;
      /** Only executions that failed with this kind. */
      kind?: "downstreamRefused" | "downstreamUnavailable" | "timeout" | "authorizationExpired" | "missingScope" | "rateLimited" | "outputTooLarge" | "invalidOutput" | "toolError" | "originChanged" | undefined;
      /** Only executions whose history id or request id is this text, whose tool's slug contains it, or whose error message contains it, in any case of letters. Messages are looked at in the newest 20,000 failed executions. A blank text does not search. */
      search?: string | undefined;
      /** At this time or later. Default: 24 hours before `to`. */
      from?: string | undefined;
      /** Before this time. Default: now. */
      to?: string | undefined;
      /** The length of a bucket. Default: the shortest that gives at most 120 buckets. */
      interval?: "1m" | "5m" | "15m" | "30m" | "1h" | "3h" | "6h" | "12h" | "1d" | "7d" | "30d" | undefined;
      /** Also counts the largest groups, each by itself. */
      groupBy?: SummaryGroupBy | undefined;
    };
    body: null;
    response: HistorySummary;
  };
  /** Get a record of the history */
  getExecution: {
    params: {
      historyId: number;
    };
    query: Record<never, never>;
    body: null;
    response: Execution;
  };
  /** List what clients were allowed */
  listGrants: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
    };
    body: null;
    response: GrantList;
  };
  /** Withdraw a grant */
  deleteGrant: {
    params: {
      grantId: number;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** List the caller's imports in the background */
  listImports: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
    };
    body: null;
    response: ImportList;
  };
  /** Get how far an import in the background is */
  getImport: {
    params: {
      importId: number;
    };
    query: Record<never, never>;
    body: null;
    response: Import;
  };
  /** List the company's members */
  listMembers: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
      /** Part of the name or of the e-mail address, in any case. A blank text does not search. */
      search?: string | undefined;
      /** Only members with exactly this e-mail address, in any case. Blank: all. */
      email?: string | undefined;
    };
    body: null;
    response: MemberList;
  };
  /** Add a person or a service to the company */
  createMember: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateMember;
    response: CreatedMember;
  };
  /** Change a member's role, or a service member's name and e-mail */
  updateMember: {
    params: {
      accountUserId: number;
    };
    query: Record<never, never>;
    body: UpdateMember;
    response: Member;
  };
  /** Remove a member from the company */
  deleteMember: {
    params: {
      accountUserId: number;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** Make a new link for a person to set their password */
  createInvitation: {
    params: {
      accountUserId: number;
    };
    query: Record<never, never>;
    body: null;
    response: MemberInvitation;
  };
  /** Sign a person out everywhere */
  endMemberSessions: {
    params: {
      accountUserId: number;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
  /** List the providers with known authentication methods */
  listProviders: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
      /** Part of the name, in any case. A blank text does not search. */
      search?: string | undefined;
    };
    body: null;
    response: ProviderList;
  };
  /** Get how the server is */
  getStatus: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: null;
    response: ServerStatus;
  };
  /** List the tools of the catalog */
  listTools: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
      /** Words to look for. A blank text does not search. */
      search?: string | undefined;
      /** Only tools of this application. */
      applicationSlug?: string | undefined;
      /** Only tools that the toolset permits. */
      toolsetId?: string | null | undefined;
      /** Only tools with this tag. */
      tag?: string | undefined;
      /** Only tools that only read (true) or that may write (false). */
      readOnly?: boolean | undefined;
      /** `summary` omits both schemas; `input` omits the output schema. */
      view?: "full" | "input" | "summary" | undefined;
      /** Returns the definition in the form that a model's API takes: an OpenAI function tool, an Anthropic tool, or an MCP tool. */
      format?: "openai" | "anthropic" | "mcp" | undefined;
    };
    body: null;
    response: ToolList;
  };
  /** Get a tool */
  getTool: {
    params: {
      /** The tool's slug. */
      toolSlug: string;
    };
    query: {
      /** `summary` omits both schemas; `input` omits the output schema. */
      view?: "full" | "input" | "summary" | undefined;
      /** Returns the definition in the form that a model's API takes: an OpenAI function tool, an Anthropic tool, or an MCP tool. */
      format?: "openai" | "anthropic" | "mcp" | undefined;
    };
    body: null;
    response: Tool | OpenAiTool | AnthropicTool | McpTool;
  };
  /** Find which connection an execution would use */
  getToolResolution: {
    params: {
      /** The tool's slug. */
      toolSlug: string;
    };
    query: {
      /** The toolset to find the connection in, before the default is used. */
      toolsetId?: string | null | undefined;
      /** The connection to use, instead of the resolved one. */
      connectionId?: number | null | undefined;
      /** With it, the path may name the tool by its operation alone, without the application's prefix. */
      applicationSlug?: string | null | undefined;
    };
    body: null;
    response: ToolResolution;
  };
  /** Execute a tool */
  executeTool: {
    params: {
      /** The tool's slug. */
      toolSlug: string;
    };
    query: {
      /** The toolset to find the connection in, before the default is used. */
      toolsetId?: string | null | undefined;
      /** The connection to use, instead of the resolved one. */
      connectionId?: number | null | undefined;
      /** With it, the path may name the tool by its operation alone, without the application's prefix. */
      applicationSlug?: string | null | undefined;
      /** Returns the request that would be sent, and sends nothing. Fails as the call would when its connection has ended, its application's address has moved, or its address is one that is never called. `x-bowline-warning` says when the call needs an approval. */
      dryRun?: boolean | undefined;
    };
    body: ToolExecuteRequest;
    response: ToolExecuteResponse;
  };
  /** Get a tool's schemas for a connection and a context value */
  getToolSchema: {
    params: {
      /** The tool's slug. */
      toolSlug: string;
    };
    query: {
      /** A connection of the tool's application. */
      connectionId?: number | null | undefined;
      /** An object of the connection. */
      contextValue?: string | undefined;
    };
    body: null;
    response: ToolSchemas;
  };
  /** List your toolsets */
  listToolsets: {
    params: Record<never, never>;
    query: {
      /** Zero-based index of the first item. */
      offset?: number | undefined;
      /** Maximum number of items to return. */
      top?: number | undefined;
    };
    body: null;
    response: ToolsetList;
  };
  /** Create a toolset */
  createToolset: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateToolset;
    response: Toolset;
  };
  /** Get a toolset */
  getToolset: {
    params: {
      toolsetId: string;
    };
    query: Record<never, never>;
    body: null;
    response: Toolset;
  };
  /** Update a toolset */
  updateToolset: {
    params: {
      toolsetId: string;
    };
    query: Record<never, never>;
    body: UpdateToolset;
    response: Toolset;
  };
  /** Delete a toolset */
  deleteToolset: {
    params: {
      toolsetId: string;
    };
    query: Record<never, never>;
    body: null;
    response: string;
  };
}

