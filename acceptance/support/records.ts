/** Response shapes, as far as the tests use them. */
export interface ErrorEnvelope {
  errorCode: string;
  message: string;
  requestId: string;
  timestamp: string;
  path: string;
  details?: { field: string; issue: string }[];
}

export interface ListOf<Item> {
  items: Item[];
  totalCount: number;
  offset: number;
  top: number;
}

export interface Identity {
  userType: string;
  fullName: string;
  email: string;
  currentCompany: string;
  role: string;
}

export interface ApiKey {
  apiKeyId: number;
  name: string;
  lastUsedDate: string | null;
  expiresDate: string | null;
}

export interface CreatedApiKey extends ApiKey {
  apiKey: string;
}

export interface Member {
  accountUserId: number;
  kind: string;
  fullName: string;
  email: string;
  role: string;
}

export interface CredentialField {
  fieldName: string;
  label: string;
  description: string;
  type: string;
  required: boolean;
  secret: boolean;
  overridable: boolean;
  default: string | null;
}

export interface Authentication {
  authenticationId: number;
  type: string;
  name: string;
  description: string;
  environments: string[];
  scopes: string[];
  fields: CredentialField[];
  lacksOAuthClient: boolean;
}

export interface Application {
  slug: string;
  name: string;
  description: string;
  categories: string[];
  iconUrl: string | null;
  websiteUrl: string | null;
  source: string;
  requiresConnection: boolean;
  toolCount: number;
  authentications: Authentication[];
}

export interface ImportResult {
  applicationSlug: string;
  toolCount: number;
  added: number;
  changed: number;
  removed: number;
  skipped: { operation: string; reason: string }[];
  warnings: string[];
}

export type JsonObject = Record<string, unknown>;

/** The parts of a JSON Schema that the tests use. */
export interface ObjectSchema {
  type?: string;
  properties?: Record<string, { type?: string; description?: string }>;
  required?: string[];
}

export interface Tool {
  slug: string;
  name: string;
  description: string;
  applicationSlug: string;
  applicationName: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: Record<string, boolean>;
  scopes: string[];
  tags: string[];
  contextType: string | null;
  resultsPath: string | null;
  requiresConnection: boolean;
  isDeprecated: boolean;
}

export interface Connection {
  connectionId: number;
  name: string;
  applicationSlug: string;
  applicationName: string;
  authenticationId: number;
  environment: string;
  status: string;
  statusReason: string | null;
  isDefault: boolean;
  accountLabel: string | null;
  fields: Record<string, string>;
  overridableFields: string[];
  createdDate: string;
  updatedDate: string | null;
  lastUsedDate: string | null;
}

export interface RefreshStatus {
  status: number;
  statusDescription: string;
  error: string | null;
  errorDate: string | null;
  lastRefreshDate: string | null;
}

export interface Toolset {
  toolsetId: string;
  name: string;
  connections: {
    connectionId: number;
    applicationSlug: string;
    toolSlugs: string[];
    applicationName: string;
  }[];
  workflows: string[];
  createdDate: string;
  updatedDate: string | null;
  createdByAccountUserId: number;
  updatedByAccountUserId: number | null;
  settings: ToolsetSettings;
}

export interface ToolsetSettings {
  schemas: "compact" | "full";
  outputSchemas: boolean;
  resultControls: boolean;
  resultBytes: number | null;
  approvals: "none" | "destructive" | "writes" | "all" | string[];
  tools: Record<string, { name?: string; description?: string; presets?: Record<string, unknown> }>;
}

export interface Approval {
  approvalId: string;
  status: "waiting" | "approved" | "denied" | "used" | "expired";
  toolSlug: string;
  connectionId: number | null;
  input: unknown;
  isInputCut: boolean;
  requestedDate: string;
  expiresDate: string;
  decidedDate: string | null;
  decidedByAccountUserId: number | null;
  reason: string | null;
  digest: string;
}

export interface ExecuteResponse {
  isSuccess: boolean;
  errorMessage: string | null;
  executionInfo: {
    statusCode?: number | null;
    headers?: Record<string, string> | null;
    executionTime?: number | null;
    dataSize?: number | null;
  } | null;
  output: unknown;
  historyId: number | null;
}

export interface ListedOAuthClient {
  applicationSlug: string;
  authenticationId: number;
  setBy: string | null;
  clientId: string | null;
  hasSecret: boolean;
  scopes: string[] | null;
  mayRegister: boolean;
  defaultScopes: string[];
  defaultTokenHosts: string[] | null;
  documentationUrl: string | null;
  redirectUri: string;
}

export interface Execution {
  historyId: number;
  accountUserId: number;
  toolSlug: string;
  connectionId: number | null;
  resolvedBy: string;
  source: string;
  isSuccess: boolean;
  failureKind: string | null;
  errorMessage: string | null;
  executionTime: number | null;
  createdDate: string;
  input: unknown;
  output: unknown;
  timings: { checks: number; token: number; downstream: number; results: number } | null;
  responseHeaders: Record<string, string> | null;
}
